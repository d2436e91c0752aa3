"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import type { OwnLeave } from "@/app/(web)/dashboard/leaves/own-leave";
import { useLeaveDates } from "@/app/(web)/dashboard/leaves/use-leave-dates";
import { shownError } from "@/app/(web)/dashboard/shown-error";

/** "Cancel leave", which asks first. */
export function CancelLeave({ leave }: { leave: OwnLeave }) {
  const t = useTranslations("leaves.cancel");
  const dates = useLeaveDates();
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const cancel = useMutation(useTRPC().leaves.cancel.mutationOptions());
  const confirm = async () => {
    await cancel.mutateAsync({ id: leave.id });
    toast.success(t("done"));
    router.refresh();
  };
  const change = (next: boolean) => {
    if (!next) cancel.reset();
    setOpen(next);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("button")}</Button>
      <AlertDialog
        open={open}
        onOpenChange={change}
        title={t("title")}
        confirmLabel={t("confirm")}
        cancelLabel={t("keep")}
        onConfirm={confirm}
        error={cancel.error ? <ErrorPanel error={shownError(cancel.error)} /> : null}
      >
        <p>{t("text", { dates: dates(leave), days: leave.durationWorkingDays })}</p>
      </AlertDialog>
    </>
  );
}
