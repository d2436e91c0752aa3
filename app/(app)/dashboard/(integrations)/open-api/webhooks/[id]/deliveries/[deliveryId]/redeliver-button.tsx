"use client";

import { FastForward, RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { useRedeliver } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/use-redeliver";
import { againOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/again";
import type { DeliveryView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { paths } from "@/app/paths";

type Props = {
  webhookId: string;
  delivery: Pick<DeliveryView, "id" | "status" | "nextAttemptAt">;
  /** Why it is not possible now. */
  refusal: string | null;
  /** Called with the id of the new delivery; by default its page opens. */
  onDone?: (id: string) => void;
};

/** Redelivers the event and opens the new delivery, or sends a delivery that waits for its retry now. */
export function RedeliverButton({ webhookId, delivery, refusal, onDone }: Props) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const { id } = delivery;
  const again = againOf(delivery) ?? "redeliver";
  const { send, pending } = useRedeliver(
    webhookId,
    onDone ?? ((sent) => (sent === id ? router.refresh() : router.push(paths.delivery(webhookId, sent)))),
  );
  return (
    <>
      <Button
        variant="primary"
        pending={pending}
        aria-disabled={refusal ? true : undefined}
        aria-describedby={refusal ? "redeliver-refusal" : undefined}
        onClick={refusal ? undefined : () => send(id)}
      >
        {again === "retry" ? <FastForward aria-hidden /> : <RotateCw aria-hidden />}
        {t(`${again}.one`)}
      </Button>
      {refusal ? (
        <span id="redeliver-refusal" className="order-last basis-full text-muted text-xs">
          {refusal}
        </span>
      ) : null}
    </>
  );
}
