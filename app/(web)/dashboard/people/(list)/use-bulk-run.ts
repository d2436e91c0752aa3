"use client";

import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { useEffect, useRef, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { newAttempt } from "@/app/(web)/dashboard/new-attempt";
import type { AppRouter } from "@/server/api/trpc";

type Wanted = Omit<inferRouterInputs<AppRouter>["people"]["change"], "attempt">;
type Standing = inferRouterOutputs<AppRouter>["people"]["changeStanding"];

const askEveryMs = 600;

/** Starts a change of many, and asks how far it has come until it has ended. */
export function useBulkRun({ onBusy, onDone }: { onBusy: (busy: boolean) => void; onDone: () => void }) {
  const { people } = useTRPCClient();
  const [state, setState] = useState<"idle" | "running" | "ended">("idle");
  const [standing, setStanding] = useState<Standing | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt] = useState(newAttempt);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const follow = async (operationId: string): Promise<void> => {
    const now = await people.changeStanding.query({ operationId });
    setStanding(now);
    if (now.status !== "PENDING" || isGone.current) return;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    return follow(operationId);
  };
  const start = async (wanted: Wanted) => {
    setState("running");
    onBusy(true);
    try {
      const { operationId } = await people.change.mutate({ attempt, ...wanted });
      onDone();
      await follow(operationId);
    } catch (error) {
      setFailure(error);
    } finally {
      setState("ended");
      onBusy(false);
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
