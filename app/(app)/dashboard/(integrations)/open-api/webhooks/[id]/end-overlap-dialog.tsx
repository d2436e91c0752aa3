"use client";

import { useTranslations } from "next-intl";
import { ConfirmAction } from "@/app/_kit/form/confirm-action";
import { useTRPCClient } from "@/app/_trpc/client";
import { hostOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-words";

type Props = { webhookId: string; url: string; open: boolean; onClose: () => void };

/** Revokes the old secret before its expiry; the new one stays. */
export function EndOverlapDialog({ webhookId, url, open, onClose }: Props) {
  const t = useTranslations("webhooks");
  const calls = useTRPCClient();
  return (
    <ConfirmAction
      open={open}
      onClose={onClose}
      title={t("overlap.title")}
      confirmLabel={t("overlap.submit")}
      cancelLabel={t("overlap.keep")}
      typedName={hostOf(url)}
      act={async () => {
        await calls.webhooks.endOverlap.mutate({ id: webhookId });
        return { message: t("overlap.done"), note: t("overlap.doneNote") };
      }}
    >
      <p>{t("overlap.text")}</p>
    </ConfirmAction>
  );
}
