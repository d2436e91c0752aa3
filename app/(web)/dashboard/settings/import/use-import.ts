"use client";

import { useEffect, useState } from "react";
import { useAttempt } from "@/app/_resource/use-attempt";
import { useTRPCClient } from "@/app/_trpc/client";
import type { ShownError } from "@/app/_ui/error-panel";
import type { FailedRow } from "@/app/(web)/dashboard/settings/import/faults";
import type { ImportKind } from "@/app/(web)/dashboard/settings/import/fields";
import { shownError } from "@/app/(web)/dashboard/shown-error";

interface Outcome {
  createdCount: number;
  failed: FailedRow[];
}

export type ImportState =
  | { step: "choosing" | "checking" }
  | { step: "checked"; goodCount: number; failed: FailedRow[] }
  | { step: "running"; progress: { done: number; total: number } | null }
  | { step: "done"; outcome: Outcome };

const askEveryMs = 700;

function outcomeOf(result: unknown): Outcome {
  const { data } = result as { data: { createdCount: number; rows: Partial<FailedRow>[] } };
  const failed = data.rows.flatMap(({ row = 0, errors }) => (errors ? [{ row, errors }] : []));
  return { createdCount: data.createdCount, failed };
}

/** Checks rows, and imports those that are good as an operation, whose progress is shown. */
export function useImport(kind: ImportKind) {
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const [state, setState] = useState<ImportState>({ step: "choosing" });
  const [error, setError] = useState<ShownError | null>(null);
  const [operation, setOperation] = useState<string | null>(null);

  const fail = (thrown: unknown) => {
    setError(shownError(thrown));
    setState({ step: "choosing" });
  };
  const check = async (rows: object[]) => {
    setError(null);
    setState({ step: "checking" });
    try {
      setState({ step: "checked", ...(await calls[kind].checkImport.mutate({ mode: "check", rows })) });
    } catch (thrown) {
      fail(thrown);
    }
  };
  const start = async (rows: object[]) => {
    setError(null);
    setState({ step: "running", progress: null });
    try {
      const wanted = { mode: "valid" as const, rows };
      const sent = { attempt: attemptOf([kind, wanted]), import: wanted };
      setOperation((await calls[kind].import.mutate(sent)).operationId);
    } catch (thrown) {
      fail(thrown);
    }
  };

  useEffect(() => {
    if (operation === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const ask = async () => {
      // Who asks in vain asks again: the import goes on without the page.
      const found = await calls.operations.get.query({ id: operation }).catch(() => null);
      if (isOver) return;
      if (!found || found.status === "PENDING") {
        if (found) setState({ step: "running", progress: found.progress });
        timer = setTimeout(ask, askEveryMs);
        return;
      }
      setOperation(null);
      if (found.status === "SUCCEEDED") return setState({ step: "done", outcome: outcomeOf(found.result) });
      // The error's envelope, as a refused call has it.
      setError(found.error as unknown as ShownError);
      setState({ step: "choosing" });
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [operation, calls]);

  return { state, error, check, start, restart: () => setState({ step: "choosing" }) };
}
