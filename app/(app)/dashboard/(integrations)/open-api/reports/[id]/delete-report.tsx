"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Card } from "@/app/_kit/ui/card";
import { useTRPCClient } from "@/app/_trpc/client";
import type { ReportListed } from "@/app/(app)/dashboard/(integrations)/open-api/reports/report-views";
import { paths } from "@/app/paths";

/** The danger area: "Delete report Who is away?" */
export function DeleteReport({ report: { id, name } }: { report: ReportListed }) {
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
