"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_resource/confirm-action";
import { useTRPCClient } from "@/app/_trpc/client";
import { Card } from "@/app/_ui/card";
import type { ReportListed } from "@/app/(web)/dashboard/open-api/reports/report-views";
import { paths } from "@/app/(web)/dashboard/paths";

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
