"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useCall } from "@/app/_kit/form/use-call";
import { useHandOverFocus } from "@/app/_kit/page/use-hand-over-focus";
import { Button } from "@/app/_kit/ui/button";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { paths } from "@/app/paths";

/**
 * Asks for sick leave of today at once. The toast takes it back, or leads to the leave's form for its last day. Pressed twice it is the
 * same attempt.
 */
export function SickToday({ leaveTypeId, today }: { leaveTypeId: string; today: string }) {
  const t = useTranslations("today.sick");
  const { leaves } = useTRPCClient();
  const toast = useToast();
  const attemptOf = useAttempt();
  const place = useHandOverFocus<HTMLSpanElement>();
  // Taken back and asked for again, it is another attempt.
  const [round, setRound] = useState(0);
  const leave = { leaveTypeId, startDate: today, endDate: today };
  const cancel = useCall((id: string) => leaves.cancel.mutate({ id, decision: {} }), {
    // Approved meanwhile, some leave only asks for its cancellation: what was done is what the server says.
    done: ({ status, cancellationRequestedAt }) =>
      t(cancellationRequestedAt !== null ? "asked" : status === "CANCELLED" ? "undone" : "ended"),
    errorToast: true,
    refreshes: true,
    onDone: () => setRound(round + 1),
  });
  const request = useCall(() => leaves.request.mutate({ attempt: attemptOf({ leave, round }), leave }), {
    errorToast: true,
    refreshes: true,
    onDone: ({ id }) => {
      const shown = toast.undo(t("done"), () => void cancel.send(id), {
        description: (
          <TextLink href={paths.editLeave(id)} onClick={() => toast.close(shown)}>
            {t("setLength")}
          </TextLink>
        ),
      });
    },
  });
  return (
    <span ref={place}>
      <Button pending={request.isPending} onClick={() => void request.send()}>
        {t("button")}
      </Button>
    </span>
  );
}
