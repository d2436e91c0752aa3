"use client";

import { useState } from "react";
import { useAttempt } from "@/app/_resource/use-attempt";
import { useOperation } from "@/app/_resource/use-operation";
import { useTRPCClient } from "@/app/_trpc/client";
import type { ShownError } from "@/app/_ui/error-panel";
import type { FailedRow } from "@/app/(web)/dashboard/settings/import/use-fault-text";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import type { ImportKind } from "@/server/modules/imports/layouts";

interface Outcome {
  createdCount: number;
  failed: FailedRow[];
}

export type ImportState =
  | { step: "choosing" | "checking" | "running" }
  | { step: "checked"; goodCount: number; failed: FailedRow[] }
  | { step: "done"; outcome: Outcome };

function outcomeOf(result: unknown): Outcome {
  const { data } = result as { data: { createdCount: number; rows: Partial<FailedRow>[] } };
  const failed = data.rows.flatMap(({ row = 0, errors }) => (errors ? [{ row, errors }] : []));
  return { createdCount: data.createdCount, failed };
}

/** Validates rows, and imports the valid ones in an operation with progress. */
export function useImport(kind: ImportKind) {
  const calls = useTRPCClient();
  const imports = { people: calls.people, leaves: calls.leaves, openings: calls.entitlements }[kind];
  const attemptOf = useAttempt();
  const [state, setState] = useState<ImportState>({ step: "choosing" });
  const [error, setError] = useState<ShownError | null>(null);
  const { standing, follow } = useOperation({
    ask: (id) => calls.operations.get.query({ id }),
    onEnd: (ended) => {
      if (ended.status === "SUCCEEDED") return setState({ step: "done", outcome: outcomeOf(ended.result) });
      // The error envelope, as in a refused call.
      setError(ended.error as unknown as ShownError);
      setState({ step: "choosing" });
    },
  });

  const fail = (thrown: unknown) => {
    setError(shownError(thrown));
    setState({ step: "choosing" });
  };
  const check = async (rows: object[]) => {
    setError(null);
    setState({ step: "checking" });
    try {
      setState({ step: "checked", ...(await imports.checkImport.mutate({ mode: "check", rows })) });
    } catch (thrown) {
      fail(thrown);
    }
  };
  /** @param prepare creates what the rows need */
  const start = async (
    rows: object[],
    more: { invite?: { language: string } },
    prepare: () => Promise<void>,
  ) => {
    setError(null);
    setState({ step: "running" });
    try {
      await prepare();
      const wanted = { mode: "valid" as const, rows, ...more };
      const sent = { attempt: attemptOf([kind, wanted]), import: wanted };
      follow((await imports.import.mutate(sent)).operationId);
    } catch (thrown) {
      fail(thrown);
    }
  };

  return {
    state,
    progress: standing?.progress ?? null,
    error,
    check,
    start,
    restart: () => setState({ step: "choosing" }),
  };
}
