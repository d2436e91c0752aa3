"use client";

import type { inferRouterInputs } from "@trpc/server";
import { useState } from "react";
import { useAttempt } from "@/app/_resource/use-attempt";
import { useOperation } from "@/app/_resource/use-operation";
import { useTRPCClient } from "@/app/_trpc/client";
import type { AppRouter } from "@/server/api/trpc";

type Wanted = Omit<inferRouterInputs<AppRouter>["people"]["change"], "attempt">;

/** Starts a change of many, and asks how far it has come until it has ended. */
export function useBulkRun({ onBusy, onDone }: { onBusy: (busy: boolean) => void; onDone: () => void }) {
  const { people } = useTRPCClient();
  const attemptOf = useAttempt();
  const [state, setState] = useState<"idle" | "running" | "ended">("idle");
  const [failure, setFailure] = useState<unknown>(null);
  const end = () => {
    setState("ended");
    onBusy(false);
  };
  const { standing, follow } = useOperation({
    ask: (operationId) => people.changeStanding.query({ operationId }),
    onEnd: end,
  });
  const start = async (wanted: Wanted) => {
    setState("running");
    onBusy(true);
    try {
      const { operationId } = await people.change.mutate({ attempt: attemptOf(wanted), ...wanted });
      onDone();
      follow(operationId);
    } catch (error) {
      setFailure(error);
      end();
    }
  };
  return {
    state,
    progress: standing?.progress ?? { done: 0, total: 0 },
    result: standing?.result ?? null,
    failure: failure ?? standing?.error ?? null,
    start,
  };
}
