"use client";

import type { inferRouterInputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useOperation } from "@/app/_kit/form/use-operation";
import { Meter } from "@/app/_kit/ui/meter";
import { useTRPCClient } from "@/app/_trpc/client";
import { FailedOperation } from "@/app/_trpc/error-of";
import type { AppRouter } from "@/server/api/trpc";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

type HolidayWrite = inferRouterInputs<AppRouter>["directory"]["holidays"]["save"]["write"];
type Progress = { done: number; total: number } | null;

/** Saves a change of one holiday. Where it recounts the leave of many, it is an operation, which is followed to its end. */
export function useHolidayWrite() {
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const [tries, setTries] = useState(0);
  const ended = useRef<(failure: TrpcErrorBody | null) => void>(() => undefined);
  const { standing, follow } = useOperation({
    ask: (id) => calls.operations.get.query({ id }),
    // The error envelope, as in a refused call.
    onEnd: ({ status, error }) =>
      ended.current(status === "FAILED" ? (error as unknown as TrpcErrorBody) : null),
  });
  const save = async (write: HolidayWrite): Promise<void> => {
    // What was refused may be possible by now: another attempt.
    const { operationId } = await calls.directory.holidays.save.mutate({
      attempt: attemptOf([write, tries]),
      write,
    });
    if (operationId === null) return;
    const failure = await new Promise<TrpcErrorBody | null>((resolve) => {
      ended.current = resolve;
      follow(operationId);
    });
    if (failure === null) return;
    setTries((count) => count + 1);
    throw new FailedOperation(failure);
  };
  return { save, runs: standing?.status === "PENDING", progress: standing?.progress ?? null };
}

/** The progress of a recount. */
export function RecountProgress({ label, progress }: { label: string; progress: Progress }) {
  const t = useTranslations("places.holidays.effect");
  return (
    <div role="status">
      <Meter
        label={label}
        value={progress?.done ?? 0}
        max={Math.max(progress?.total ?? 1, 1)}
        valueText={progress ? t("runningOf", progress) : label}
      />
    </div>
  );
}
