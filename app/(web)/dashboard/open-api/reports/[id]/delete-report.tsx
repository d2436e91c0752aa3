"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import type { ReportListed } from "@/app/(web)/dashboard/open-api/reports/report-views";
import { paths } from "@/app/(web)/dashboard/paths";
import { shownError } from "@/app/(web)/dashboard/shown-error";

/** The danger area: "Delete report Who is away?" */
export function DeleteReport({ report: { id, name } }: { report: ReportListed }) {
  const t = useTranslations("reports.delete");
  const router = useRouter();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation(useTRPC().scheduledReports.delete.mutationOptions());
  const confirm = async () => {
    await remove.mutateAsync({ id });
    toast.success(t("done", { name }));
    router.push(paths.reports);
  };
  const close = (next: boolean) => {
    if (!next) remove.reset();
    setOpen(next);
  };
  return (
    <Card
      title={t("area")}
      titleId="danger-heading"
      className="max-w-2xl border-danger-line"
      description={t("text")}
    >
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t("confirm")}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={close}
        title={t("title", { name })}
        confirmLabel={t("confirm")}
        cancelLabel={t("keep")}
        onConfirm={confirm}
        error={remove.error ? <ErrorPanel error={shownError(remove.error)} /> : null}
      >
        <p>{t("text")}</p>
      </AlertDialog>
    </Card>
  );
}
