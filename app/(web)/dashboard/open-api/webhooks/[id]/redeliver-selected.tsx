"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { useToast } from "@/app/_ui/toast";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { counted } from "@/app/(web)/dashboard/words";

type Props = { webhookId: string; ids: readonly string[]; onDone: () => void };

/** Sends the chosen deliveries again, each as a new one with the same event id. */
export function RedeliverSelected({ webhookId, ids, onDone }: Props) {
  const toast = useToast();
  const redeliver = useMutation(useTRPC().webhooks.redeliverMany.mutationOptions());
  const isEmpty = ids.length === 0;
  const send = () =>
    redeliver.mutate(
      { webhookId, ids: [...ids] },
      {
        onSuccess: ({ queued }) => {
          toast.success(`${counted(queued, "delivery", "deliveries")} on the way`, {
            description: queued < ids.length ? "Those still under way were left out." : undefined,
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
      Redeliver selected ({ids.length})
    </Button>
  );
}
