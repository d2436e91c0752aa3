"use client";

import { FastForward, RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { useTRPCClient } from "@/app/_trpc/client";
import { againOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/delivery-parts";
import type { DeliveryView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import { paths } from "@/app/paths";

/**
 * Redelivers a delivery: as a new one with the same event id, or as an early retry if it waits for one.
 * @param onDone called with the id of the delivery in progress
 */
export function useRedeliver(webhookId: string, onDone: (id: string) => void) {
  const t = useTranslations("webhooks");
  const calls = useTRPCClient();
  const { send, isPending } = useCall((id: string) => calls.webhooks.redeliver.mutate({ webhookId, id }), {
    done: (sent, id) => {
      const kind = sent.id === id ? "retry" : "redeliver";
      return { title: t(`${kind}.onTheWay`), note: t(`${kind}.note`) };
    },
    errorToast: true,
    onDone: (sent) => onDone(sent.id),
  });
  return { send: (id: string) => void send(id), pending: isPending };
}

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
