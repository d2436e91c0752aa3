"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { useToast } from "@/app/_ui/toast";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Props = { webhookId: string; ids: readonly string[]; onDone: () => void };

/** Sends the chosen deliveries again, each as a new one with the same event id. */
export function RedeliverSelected({ webhookId, ids, onDone }: Props) {
  const t = useTranslations("webhooks");
  const toast = useToast();
  const redeliver = useMutation(useTRPC().webhooks.redeliverMany.mutationOptions());
  const isEmpty = ids.length === 0;
  const send = () =>
    redeliver.mutate(
      { webhookId, ids: [...ids] },
      {
        onSuccess: ({ queued }) => {
          toast.success(t("redeliver.manyOnTheWay", { count: queued }), {
            description: queued < ids.length ? t("redeliver.someLeftOut") : undefined,
          });
          onDone();
        },
        onError: (error) => {
          const { name, description } = shownError(error);
          toast.error(name, { description });
        },
      },
    );
  return (
    <Button
      aria-disabled={isEmpty ? true : undefined}
      onClick={isEmpty ? undefined : send}
      pending={redeliver.isPending}
    >
      {t("redeliver.selected", { count: ids.length })}
    </Button>
  );
}
