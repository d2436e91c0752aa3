"use client";

import { useState } from "react";
import { useAttempt } from "@/app/_resource/use-attempt";
import { useOperation } from "@/app/_resource/use-operation";

interface Standing<Result> {
  status: string;
  progress: { done: number; total: number } | null;
  result: Result | null;
  error: unknown;
}

/** Starts something with many, and asks how far it has come until it has ended. */
export function useBulkRun<Wanted, Result>({
  begin,
  ask,
  onBusy,
  onDone,
}: {
  /** Once for each attempt. @returns what to ask with */
  begin: (attempt: string, wanted: Wanted) => Promise<string>;
  ask: (started: string) => Promise<Standing<Result>>;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}) {
  const attemptOf = useAttempt();
  const [state, setState] = useState<"idle" | "running" | "ended">("idle");
  const [failure, setFailure] = useState<unknown>(null);
  const end = () => {
    setState("ended");
    onBusy(false);
  };
  const { standing, follow } = useOperation({ ask, onEnd: end });
  const start = async (wanted: Wanted) => {
    setState("running");
    onBusy(true);
    try {
      const started = await begin(attemptOf(wanted), wanted);
      onDone();
      follow(started);
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
