"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useErrorToast } from "@/app/_kit/form/use-error-toast";
import { Button } from "@/app/_kit/ui/button";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPC } from "@/app/_trpc/queries";
import { againOf } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/again";
import type { DeliveryView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

type Props = { webhookId: string; chosen: readonly DeliveryView[]; onDone: () => void };

/** Sends the selected deliveries again: completed ones as new deliveries, pending ones as an early retry. */
export function RedeliverSelected({ webhookId, chosen, onDone }: Props) {
  const t = useTranslations("webhooks");
  const toast = useToast();
  const tellError = useErrorToast();
  const redeliver = useMutation(useTRPC().webhooks.redeliverMany.mutationOptions());
  const ids = chosen.map(({ id }) => id);
  const isEmpty = ids.length === 0;
  const kind = !isEmpty && chosen.every((one) => againOf(one) === "retry") ? "retry" : "redeliver";
  const send = () =>
    redeliver.mutate(
      { webhookId, ids },
      {
        onSuccess: ({ queued }) => {
          toast.success(t("redeliver.manyOnTheWay", { count: queued }), {
            description: queued < ids.length ? t("redeliver.someLeftOut") : undefined,
          });
          onDone();
        },
        onError: (error) => {
          tellError(error);
        },
      },
    );
  return (
    <Button
      aria-disabled={isEmpty ? true : undefined}
      onClick={isEmpty ? undefined : send}
      pending={redeliver.isPending}
    >
      {t(`${kind}.selected`, { count: ids.length })}
    </Button>
  );
}
