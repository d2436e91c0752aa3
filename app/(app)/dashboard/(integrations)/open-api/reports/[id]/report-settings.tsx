"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { Switch } from "@/app/_kit/ui/switch";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { useEnable } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-enable";
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
import { paths } from "@/app/paths";

/** The switch "Enabled: Who is away". It takes effect at once; a pause can be undone. */
function PauseReport({ report }: { report: ReportListed }) {
  const t = useTranslations("reports.enable");
  const calls = useTRPCClient();
  const { id, name } = report;
  const { isEnabled, enable } = useEnable(
    report,
    (enabled) => calls.scheduledReports.update.mutate({ id, patch: { enabled } }),
    { resumed: t("resumed", { name }), paused: t("paused", { name }), pausedMore: t("pausedMore") },
  );
  return (
    <Card>
      <Switch
        label={t("label", { name })}
        checked={isEnabled}
        onChange={({ target }) => void enable(target.checked)}
        autoComplete="off"
      />
      {isEnabled ? null : <p className="mt-1 text-muted">{t("pausedMore")}</p>}
    </Card>
  );
}

/** The danger area: "Delete report Who is away?" */
function DeleteReport({ report: { id, name } }: { report: ReportListed }) {
  const t = useTranslations("reports.delete");
  const calls = useTRPCClient();
  return (
    <Card
      title={t("area")}
      titleId="danger-heading"
      className="max-w-2xl border-danger-line"
      description={t("text")}
    >
      <ConfirmButton
        title={t("title", { name })}
        confirmLabel={t("confirm")}
        cancelLabel={t("keep")}
        act={async () => {
          await calls.scheduledReports.delete.mutate({ id });
          return { message: t("done", { name }), goTo: paths.reports };
        }}
      >
        <p>{t("text")}</p>
      </ConfirmButton>
    </Card>
  );
}

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
