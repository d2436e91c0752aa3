"use client";

import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { useTRPCClient } from "@/app/_trpc/client";
import { againOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/delivery-parts";
import type { DeliveryView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

type Props = { webhookId: string; chosen: readonly DeliveryView[]; onDone: () => void };

/** Sends the selected deliveries again: completed ones as new deliveries, pending ones as an early retry. */
export function RedeliverSelected({ webhookId, chosen, onDone }: Props) {
  const t = useTranslations("webhooks");
  const ids = chosen.map(({ id }) => id);
  const isEmpty = ids.length === 0;
  const kind = !isEmpty && chosen.every((one) => againOf(one) === "retry") ? "retry" : "redeliver";
  const { send, isPending } = useCall(useTRPCClient().webhooks.redeliverMany.mutate, {
    done: ({ queued }) => ({
      title: t("redeliver.manyOnTheWay", { count: queued }),
      note: queued < ids.length ? t("redeliver.someLeftOut") : undefined,
    }),
    errorToast: true,
    onDone,
  });
  return (
    <Button
      aria-disabled={isEmpty ? true : undefined}
      onClick={isEmpty ? undefined : () => void send({ webhookId, ids })}
      pending={isPending}
    >
      {t(`${kind}.selected`, { count: ids.length })}
    </Button>
  );
}
