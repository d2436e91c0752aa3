"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useErrorToast } from "@/app/_kit/form/use-error-toast";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPC } from "@/app/_trpc/queries";

/**
 * Redelivers a delivery: as a new one with the same event id, or as an early retry if it waits for one.
 * @param onDone called with the id of the delivery in progress
 */
export function useRedeliver(webhookId: string, onDone: (id: string) => void) {
  const t = useTranslations("webhooks");
  const toast = useToast();
  const tellError = useErrorToast();
  const redeliver = useMutation(useTRPC().webhooks.redeliver.mutationOptions());
  const send = (id: string) =>
    redeliver.mutate(
      { webhookId, id },
      {
        onSuccess: (sent) => {
          const kind = sent.id === id ? "retry" : "redeliver";
          toast.success(t(`${kind}.onTheWay`), { description: t(`${kind}.note`) });
          onDone(sent.id);
        },
        onError: (error) => {
          tellError(error);
        },
      },
    );
  return { send, pending: redeliver.isPending };
}
