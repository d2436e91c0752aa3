"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { newAttempt } from "@/app/_kit/form/new-attempt";
import { Button } from "@/app/_kit/ui/button";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  emptyReport,
  type ReportValues,
  reportOf,
  withContent,
} from "@/app/(app)/dashboard/(integrations)/open-api/reports/form-values";
import { ReportForm } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-form";
import type { ReportTerms } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import { paths } from "@/app/paths";

type Props = {
  terms: ReportTerms;
  /** The user's time zone, as the server knows it. */
  timezone: string;
  /** The payroll template to send runs of; empty for the usual columns, undefined for another report. */
  template?: string | undefined;
};

/** The first values: those of a payroll run where its page leads here. */
function startOf({ terms, timezone, template }: Props): ReportValues {
  const empty = {
    ...emptyReport(timezone),
    // A location admin's report must name locations: a single one is preselected.
    locationIds: terms.seesAll || terms.locations.length !== 1 ? [] : terms.locations.map(({ id }) => id),
  };
  if (template === undefined || terms.payroll.locations.length === 0) return empty;
  return {
    ...empty,
    ...withContent(empty, "PAYROLL_RUN", terms.payroll),
    ...{ frequency: "MONTHLY", format: "CSV" },
    payrollTemplateId: terms.payroll.templates.some(({ id }) => id === template) ? template : "",
  };
}

/** "Create report". */
export function NewReportForm({ terms, timezone, template }: Props) {
  const t = useTranslations("reports");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  // One idempotency key per form, kept across retries: a repetition creates no second report.
  const [attempt] = useState(newAttempt);
  const [start] = useState(() => startOf({ terms, timezone, template }));
  const [isDone, setDone] = useState(false);
  const save = async (values: ReportValues) => {
    const made = await calls.scheduledReports.create.mutate({ attempt, report: reportOf(values) });
    setDone(true);
    toast.success(t("new.done", { name: made.name }));
    // Not push: Back should lead to the list, not to an empty form.
    router.replace(paths.report(made.id));
  };
  return (
    <ReportForm
      terms={terms}
      start={start}
      isNew
      save={save}
      buttons={(isSaving) => (
        <>
          <Button type="submit" variant="primary" pending={isSaving || isDone}>
            {t("form.save")}
          </Button>
          <LinkButton href={paths.reports} variant="ghost">
            {t("form.cancel")}
          </LinkButton>
        </>
      )}
    />
  );
}
