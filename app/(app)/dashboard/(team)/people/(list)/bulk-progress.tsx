"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useOperation } from "@/app/_kit/form/use-operation";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Meter } from "@/app/_kit/ui/meter";

interface Standing<Result> {
  status: string;
  progress: { done: number; total: number } | null;
  result: Result | null;
  error: unknown;
}

/** Starts a bulk operation and polls its progress until it ends. */
export function useBulkRun<Wanted, Result>({
  begin,
  ask,
  onBusy,
  onDone,
}: {
  /** Called once per attempt. @returns the input for `ask` */
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

/**
 * How `useBulkRun` polls a bulk change that consists of several operations: their ids are joined by commas.
 * @param total number of people
 */
export const askOfLots =
  <Result extends object>(
    ask: (operationIds: string[]) => Promise<{ status: string; error: unknown; doneCount: number } & Result>,
    total: number,
  ) =>
  async (started: string): Promise<Standing<Omit<Result, "status" | "error" | "doneCount">>> => {
    const { status, error, doneCount, ...result } = await ask(started.split(",").filter(Boolean));
    return {
      status,
      error,
      result: status === "PENDING" ? null : result,
      progress: { done: doneCount, total },
    };
  };

type Props = {
  run: Pick<ReturnType<typeof useBulkRun>, "state" | "progress" | "failure">;
  label: string;
  outcome: ReactNode;
  onClose: () => void;
};

/** The progress and the outcome of a bulk operation. */
export function BulkProgress({ run: { state, progress, failure }, label, outcome, onClose }: Props) {
  const t = useTranslations("people.bulk");
  const { done, total } = progress;
  return (
    <div className="flex flex-col gap-4">
      {state === "running" ? (
        <Meter
          label={label}
          value={done}
          max={Math.max(total, 1)}
          valueText={t("progress", { done, total })}
        />
      ) : null}
      <div role="status">{outcome}</div>
      {failure ? <ErrorPanel error={shownError(failure)} /> : null}
      <div className="flex justify-end">
        <Button
          variant="primary"
          aria-disabled={state === "running" ? true : undefined}
          onClick={state === "running" ? undefined : onClose}
        >
          {t("close")}
        </Button>
      </div>
    </div>
  );
}
