"use client";

import { useRef, useState } from "react";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useOperation } from "@/app/_kit/form/use-operation";
import { shownError } from "@/app/_kit/page/shown-error";
import type { ShownError } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";
import type { FailedRow } from "@/app/(app)/dashboard/(settings)/settings/import/use-fault-text";
import type { UserImportResult } from "@/server/modules/people/import/schema";
import type { NamedKind } from "@/server/modules/people/places/schema";
import type { ImportKind } from "@/server/modules/workspace/imports/layouts";

/** What only an import of people reports: names in the rows that it creates or that are missing, and what it sets beside the records. */
export type PeopleReport = Pick<UserImportResult, "created" | "missing" | "set">;

/** The options of an import of people. */
interface Options {
  leaveType?: string;
  note?: string;
  create?: readonly NamedKind[];
}

interface Outcome extends Pick<PeopleReport, "created" | "set"> {
  createdCount: number;
  /** Of the added records. */
  addedIds: string[];
  failed: FailedRow[];
}

export interface WarnedRow {
  row: number;
  rules: readonly string[];
}

interface Checked {
  step: "checked";
  goodCount: number;
  /** Rows with faults of their own. */
  failed: FailedRow[];
  /** Rows that wait for names that don't exist yet, or for the row of their manager. */
  waitingCount: number;
  /** Rows that break leave rules, with the names of these. They are imported all the same. */
  warned: WarnedRow[];
  /** Rows of which a leave rule wants a certificate. */
  certificateCount: number;
  /** Rows that can be imported only as long as an earlier one can't. */
  twins: readonly Twin[];
  report: PeopleReport;
  /** The kinds of names that the import creates. */
  create: readonly NamedKind[];
  /** The rows are checked again, with other kinds. */
  isStale: boolean;
}

export type ImportState =
  | { step: "choosing" | "checking" | "running" }
  | Checked
  | { step: "done"; outcome: Outcome };

const none: PeopleReport = {
  created: { locations: [], departments: [], labels: [] },
  missing: { locations: [], departments: [], labels: [] },
  set: { yearlyDays: 0, daysLeft: 0, workPatterns: 0 },
};

const reportOf = ({ created, missing, set }: Partial<PeopleReport>): PeopleReport =>
  created && missing && set ? { created, missing, set } : none;

/** A row that has the address of an earlier faulty row. */
export interface Twin {
  row: number;
  of: number;
}

type Derived = readonly { row: number; paths: readonly string[] }[];

/** A row whose faults all follow from something else waits for that, and has nothing to correct. Of others, what follows is not named. */
function withoutDerived(
  failed: readonly FailedRow[],
  { derived = [] }: Partial<PeopleReport> & { derived?: Derived },
) {
  const pathsOf = new Map(derived.map(({ row, paths }) => [row, paths]));
  const own = failed.flatMap(({ row, errors }) => {
    const left = errors.filter(({ path }) => !pathsOf.get(row)?.includes(path));
    return left.length > 0 ? [{ row, errors: left }] : [];
  });
  return { failed: own, waitingCount: failed.length - own.length };
}

function outcomeOf(result: unknown): Outcome {
  const { data } = result as {
    data: { createdCount: number; rows: (Partial<FailedRow> & { id?: string })[] } & Partial<PeopleReport>;
  };
  const failed = data.rows.flatMap(({ row = 0, errors }) => (errors ? [{ row, errors }] : []));
  const { created, set } = reportOf(data);
  const addedIds = data.rows.flatMap(({ id }) => id ?? []);
  return { createdCount: data.createdCount, addedIds, failed, created, set };
}

/** Validates rows, and imports the valid ones in an operation with progress. */
export function useImport(kind: ImportKind) {
  const calls = useTRPCClient();
  const imports = {
    ...{ people: calls.peopleImport, leaves: calls.leaves },
    ...{ openings: calls.entitlements, hours: calls.hoursWorked },
  }[kind];
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
    setError(null);
    setState({ step: "choosing" });
  };
  const fail = (thrown: unknown) => {
    restart();
    setError(shownError(thrown));
  };
  const check = async (rows: object[], { create = [], ...days }: Options) => {
    setError(null);
    setState((before) =>
      before.step === "checked" ? { ...before, create, isStale: true } : { step: "checking" },
    );
    lastCheck.current += 1;
    const thisCheck = lastCheck.current;
    const isLast = () => thisCheck === lastCheck.current;
    try {
      const wanted = { mode: "check" as const, rows, ...(kind === "people" && { ...days, create }) };
      const {
        goodCount,
        failed,
        warned = [],
        certificateCount = 0,
        ...report
      } = await imports.checkImport.mutate(wanted);
      const { twins = [] }: { twins?: readonly Twin[] } = report;
      if (isLast())
        setState({
          step: "checked",
          goodCount,
          ...withoutDerived(failed, report),
          warned,
          certificateCount,
          twins,
          report: reportOf(report),
          create,
          isStale: false,
        });
    } catch (thrown) {
      if (isLast()) fail(thrown);
    }
  };
  const start = async (rows: object[], more: Options & { invite?: { language: string } }) => {
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
