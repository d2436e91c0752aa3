"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Props = {
  id: string;
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Where to go when it is gone; the present page is shown anew without it. */
  leaveTo?: string;
};

/** "Delete notification Monday overview?" */
export function DeleteNotificationDialog({ id, name, open, onOpenChange, leaveTo }: Props) {
  const t = useTranslations("notifications.delete");
  const router = useRouter();
  const toast = useToast();
  const remove = useMutation(useTRPC().notifications.delete.mutationOptions());
  const confirm = async () => {
    await remove.mutateAsync({ id });
    toast.success(t("done", { name }));
    if (leaveTo) router.push(leaveTo);
    else router.refresh();
  };
  const close = (next: boolean) => {
    if (!next) remove.reset();
    onOpenChange(next);
  };
  return (
    <AlertDialog
      open={open}
      onOpenChange={close}
      title={t("title", { name })}
      confirmLabel={t("confirm")}
      cancelLabel={t("keep")}
      onConfirm={confirm}
      error={remove.error ? <ErrorPanel error={shownError(remove.error)} /> : null}
    >
      <p>{t("text")}</p>
    </AlertDialog>
  );
}
