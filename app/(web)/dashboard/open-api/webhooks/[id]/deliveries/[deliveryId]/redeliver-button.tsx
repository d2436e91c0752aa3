"use client";

import { useMutation } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/app/_trpc/client";
import { Button } from "@/app/_ui/button";
import { useToast } from "@/app/_ui/toast";
import { paths } from "@/app/(web)/dashboard/paths";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Props = { webhookId: string; id: string /** Why it is not possible now. */; refusal: string | null };

/** Sends the event again, and opens the new delivery. */
export function RedeliverButton({ webhookId, id, refusal }: Props) {
  const router = useRouter();
  const toast = useToast();
  const redeliver = useMutation(useTRPC().webhooks.redeliver.mutationOptions());
  const send = () =>
    redeliver.mutate(
      { webhookId, id },
      {
        onSuccess: (made) => {
          toast.success("Redelivery on the way", {
            description: "It keeps the event id, so receivers can tell.",
          });
          router.push(paths.delivery(webhookId, made.id));
        },
        onError: (error) => {
          const { name, description } = shownError(error);
          toast.error(name, { description });
        },
      },
    );
  return (
    <>
      <Button
        variant="primary"
        pending={redeliver.isPending}
        aria-disabled={refusal ? true : undefined}
        aria-describedby={refusal ? "redeliver-refusal" : undefined}
        onClick={refusal ? undefined : send}
      >
        <RotateCw aria-hidden />
        Redeliver
      </Button>
      {refusal ? (
        <span id="redeliver-refusal" className="basis-full text-muted text-xs sm:text-end">
          {refusal}
        </span>
      ) : null}
    </>
  );
}
