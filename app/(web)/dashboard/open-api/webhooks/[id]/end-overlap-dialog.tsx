"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { hostOf } from "@/app/(web)/dashboard/open-api/webhooks/webhook-words";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Props = { webhookId: string; url: string; open: boolean; onClose: () => void };

/** Ends the old secret before its time; the new one stays. */
export function EndOverlapDialog({ webhookId, url, open, onClose }: Props) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const toast = useToast();
  const end = useMutation(useTRPC().webhooks.endOverlap.mutationOptions());
  const host = hostOf(url);
  const confirm = async () => {
    await end.mutateAsync({ id: webhookId });
    toast.success(t("overlap.done"), { description: t("overlap.doneNote") });
    router.refresh();
  };
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        end.reset();
        onClose();
      }}
      title={t("overlap.title")}
      confirmLabel={t("overlap.submit")}
      cancelLabel={t("overlap.keep")}
      typedName={host}
      onConfirm={confirm}
      error={end.error ? <ErrorPanel error={shownError(end.error)} /> : null}
    >
      <p>{t("overlap.text")}</p>
    </AlertDialog>
  );
}
