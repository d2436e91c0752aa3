"use client";

import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { useTRPCClient } from "@/app/_trpc/client";

type Props = { webhookId: string; count: number; onDone: () => void };

/** Retries all waiting deliveries of the webhook now. */
export function RetryWaiting({ webhookId, count, onDone }: Props) {
  const t = useTranslations("webhooks");
  const { send, isPending } = useCall(useTRPCClient().webhooks.retryWaiting.mutate, {
    done: ({ queued }) => t("redeliver.manyOnTheWay", { count: queued }),
    errorToast: true,
    onDone,
  });
  return (
    <Button onClick={() => void send({ id: webhookId })} pending={isPending}>
      {t("retry.all", { count })}
    </Button>
  );
}
