"use client";

import { useRef, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";

type State = "idle" | "running" | "done" | "cancelled" | "failed";

/** Queues failed deliveries in batches, with progress and a cancel function. */
export function useRecovery(webhookId: string, onRunning: (running: boolean) => void) {
  const calls = useTRPCClient();
  const [state, setState] = useState<State>("idle");
  const [queued, setQueued] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const isCancelled = useRef(false);

  const steps = async (range: { since: Date; until: Date }): Promise<State> => {
    let after: string | null = null;
    do {
      const step: { queued: number; next: string | null } = await calls.webhooks.recoverFailed.mutate({
        webhookId,
        ...range,
        after,
      });
      setQueued((sum) => sum + step.queued);
      after = step.next;
    } while (after !== null && !isCancelled.current);
    return after === null ? "done" : "cancelled";
  };
  const run = async (range: { since: Date; until: Date }) => {
    setState("running");
    onRunning(true);
    try {
      setState(await steps(range));
    } catch (error) {
      setFailure(error);
      setState("failed");
    } finally {
      onRunning(false);
    }
  };
  const cancel = () => {
    isCancelled.current = true;
  };
  return { state, queued, failure, run, cancel };
}
