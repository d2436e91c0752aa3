"use client";

import { useRef, useState } from "react";
import { useAttempt } from "@/app/_resource/use-attempt";
import { useOperation } from "@/app/_resource/use-operation";
import { useTRPCClient } from "@/app/_trpc/client";
import type { ShownError } from "@/app/_ui/error-panel";
import type { FailedRow } from "@/app/(web)/dashboard/settings/import/use-fault-text";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import type { NamedKind } from "@/server/modules/directory/schema";
import type { ImportKind } from "@/server/modules/imports/layouts";
import type { UserImportResult } from "@/server/modules/people-import/schema";

/** Names in the rows that the import creates, or that are missing. */
export type NewNames = Pick<UserImportResult, "created" | "missing">;

interface Outcome extends Pick<NewNames, "created"> {
  createdCount: number;
  failed: FailedRow[];
}

interface Checked {
  step: "checked";
  goodCount: number;
  failed: FailedRow[];
  names: NewNames;
  /** The kinds of names that the import creates. */
  create: NamedKind[];
  /** The rows are checked again, with other kinds. */
  isStale: boolean;
}

export type ImportState =
  | { step: "choosing" | "checking" | "running" }
  | Checked
  | { step: "done"; outcome: Outcome };

const none: NewNames = {
  created: { departments: [], labels: [] },
  missing: { departments: [], labels: [], locations: [] },
};

/** Only an import of people reports names. */
const namesOf = ({ created, missing }: Partial<NewNames>): NewNames =>
  created && missing ? { created, missing } : none;

function outcomeOf(result: unknown): Outcome {
  const { data } = result as {
    data: { createdCount: number; rows: Partial<FailedRow>[] } & Partial<NewNames>;
  };
  const failed = data.rows.flatMap(({ row = 0, errors }) => (errors ? [{ row, errors }] : []));
  return { createdCount: data.createdCount, failed, created: namesOf(data).created };
}

/** Validates rows, and imports the valid ones in an operation with progress. */
export function useImport(kind: ImportKind) {
  const calls = useTRPCClient();
  const imports = { people: calls.peopleImport, leaves: calls.leaves, openings: calls.entitlements }[kind];
  const attemptOf = useAttempt();
  const [state, setState] = useState<ImportState>({ step: "choosing" });
  const [error, setError] = useState<ShownError | null>(null);
  /** Numbers the checks: only the answer to the last one counts. */
  const lastCheck = useRef(0);
  const { standing, follow } = useOperation({
    ask: (id) => calls.operations.get.query({ id }),
    onEnd: (ended) => {
      if (ended.status === "SUCCEEDED") return setState({ step: "done", outcome: outcomeOf(ended.result) });
      // The error envelope, as in a refused call.
      setError(ended.error as unknown as ShownError);
      setState({ step: "choosing" });
    },
  });

  const restart = () => {
    lastCheck.current += 1;
    setState({ step: "choosing" });
  };
  const fail = (thrown: unknown) => {
    setError(shownError(thrown));
    restart();
  };
  const check = async (rows: object[], create: NamedKind[] = []) => {
    setError(null);
    setState((before) =>
      before.step === "checked" ? { ...before, create, isStale: true } : { step: "checking" },
    );
    lastCheck.current += 1;
    const thisCheck = lastCheck.current;
    const isLast = () => thisCheck === lastCheck.current;
    try {
      const wanted = { mode: "check" as const, rows, ...(kind === "people" && { create }) };
      const { goodCount, failed, ...names } = await imports.checkImport.mutate(wanted);
      if (isLast())
        setState({ step: "checked", goodCount, failed, names: namesOf(names), create, isStale: false });
    } catch (thrown) {
      if (isLast()) fail(thrown);
    }
  };
  const start = async (
    rows: object[],
    more: { invite?: { language: string }; create?: readonly NamedKind[] },
  ) => {
    setError(null);
    setState({ step: "running" });
    try {
      const wanted = { mode: "valid" as const, rows, ...more };
      const sent = { attempt: attemptOf([kind, wanted]), import: wanted };
      follow((await imports.import.mutate(sent)).operationId);
    } catch (thrown) {
      fail(thrown);
    }
  };

  return { state, progress: standing?.progress ?? null, error, check, start, restart };
}
