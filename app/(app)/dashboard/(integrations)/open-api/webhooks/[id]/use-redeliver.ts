"use client";

import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { useTRPCClient } from "@/app/_trpc/client";

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
