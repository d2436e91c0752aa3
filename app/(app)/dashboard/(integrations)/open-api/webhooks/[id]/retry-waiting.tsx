"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useErrorToast } from "@/app/_kit/form/use-error-toast";
import { Button } from "@/app/_kit/ui/button";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPC } from "@/app/_trpc/queries";

type Props = { webhookId: string; count: number; onDone: () => void };

/** Retries all waiting deliveries of the webhook now. */
export function RetryWaiting({ webhookId, count, onDone }: Props) {
  const t = useTranslations("webhooks");
  const toast = useToast();
  const tellError = useErrorToast();
  const retry = useMutation(useTRPC().webhooks.retryWaiting.mutationOptions());
  const send = () =>
    retry.mutate(
      { id: webhookId },
      {
        onSuccess: ({ queued }) => {
          toast.success(t("redeliver.manyOnTheWay", { count: queued }));
          onDone();
        },
        onError: (error) => {
          tellError(error);
        },
      },
    );
  return (
    <Button onClick={send} pending={retry.isPending}>
      {t("retry.all", { count })}
    </Button>
  );
}
