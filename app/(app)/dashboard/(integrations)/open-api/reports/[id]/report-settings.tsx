"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { DeleteReport } from "@/app/(app)/dashboard/(integrations)/open-api/reports/[id]/delete-report";
import { PauseReport } from "@/app/(app)/dashboard/(integrations)/open-api/reports/[id]/pause-report";
import {
  filledReport,
  type ReportValues,
  reportOf,
} from "@/app/(app)/dashboard/(integrations)/open-api/reports/form-values";
import { ReportForm } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-form";
import type {
  ReportListed,
  ReportTerms,
} from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";

type Props = { report: ReportListed; terms: ReportTerms };

/** The tab "Settings": pausing, the form, and the danger area. */
export function ReportSettings({ report, terms }: Props) {
  return (
    <div className="flex flex-col gap-5">
      <PauseReport report={report} />
      <EditForm report={report} terms={terms} />
      <DeleteReport report={report} />
    </div>
  );
}

function EditForm({ report, terms }: Props) {
  const t = useTranslations("reports.form");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const [start] = useState(() => filledReport(report));
  const save = async (values: ReportValues) => {
    await calls.scheduledReports.update.mutate({ id: report.id, patch: reportOf(values) });
    toast.success(t("saved"));
    router.refresh();
  };
  return (
    <ReportForm
      terms={terms}
      start={start}
      isNew={false}
      save={save}
      buttons={(isSaving) => (
        <Button type="submit" variant="primary" pending={isSaving}>
          {t("save")}
        </Button>
      )}
    />
  );
}
