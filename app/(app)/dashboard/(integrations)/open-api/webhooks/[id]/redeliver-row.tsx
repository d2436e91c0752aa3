"use client";

import { FastForward, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { useRedeliver } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/use-redeliver";
import { againOf, shortId } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/again";
import type { DeliveryView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

type Props = { webhookId: string; delivery: DeliveryView; onDone: () => void };

/** The button of a row: redelivers it, or retries it now. */
export function RedeliverRow({ webhookId, delivery, onDone }: Props) {
  const t = useTranslations("webhooks");
  const { send, pending } = useRedeliver(webhookId, onDone);
  const again = againOf(delivery);
  if (!again) return null;
  return (
    <Button
      size="iconSm"
      variant="ghost"
      aria-label={t(`${again}.named`, { id: shortId(delivery.id) })}
      title={t(`${again}.one`)}
      pending={pending}
      onClick={() => send(delivery.id)}
    >
      {again === "retry" ? <FastForward aria-hidden /> : <RotateCw aria-hidden />}
    </Button>
  );
}
