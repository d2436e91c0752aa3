"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { useRedeliver } from "@/app/(web)/dashboard/open-api/webhooks/[id]/use-redeliver";

type Props = { webhookId: string; id: string; onDone: () => void };

/** The button of a row: sends this one again. */
export function RedeliverRow({ webhookId, id, onDone }: Props) {
  const t = useTranslations("webhooks");
  const { send, pending } = useRedeliver(webhookId, onDone);
  return (
    <Button
      size="iconSm"
      variant="ghost"
      aria-label={t("redeliver.named", { id })}
      title={t("redeliver.one")}
      pending={pending}
      onClick={() => send(id)}
    >
      <RotateCw aria-hidden />
    </Button>
  );
}
