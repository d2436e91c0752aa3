import type { z } from "zod";
import type { FieldError } from "@/server/kernel/errors";
import { faultsOf } from "@/server/transport/validate";
import type { ImportBody, ImportResult } from "./schema";

/** Rows that one statement takes. */
export const chunkSize = 1000;

/** A row on its way: what it says, what is wrong with it, and the public id of what it became. */
export interface Candidate<T> {
  row: number;
  /** Null when it cannot be read. */
  value: T | null;
  errors: FieldError[];
  id: string | null;
}

/** Reads every row with the schema, and collects the faults of each. */
export const readRows = <S extends z.ZodType>(body: ImportBody, schema: S): Candidate<z.output<S>>[] =>
  body.rows.map((given, row) => {
    const parsed = schema.safeParse(given, { reportInput: true });
    const errors = parsed.success ? [] : parsed.error.issues.flatMap((issue) => faultsOf(issue));
    return { row, value: parsed.success ? parsed.data : null, errors, id: null };
  });

/** A candidate without faults. */
export type Valid<T> = Candidate<T> & { value: T };
export const isValid = <T>(candidate: Candidate<T>): candidate is Valid<T> =>
  candidate.value !== null && candidate.errors.length === 0;

/** Lists of at most `chunkSize`. */
export function* chunksOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += chunkSize) yield items.slice(start, start + chunkSize);
}

function statusOf(candidate: Candidate<unknown>): ImportResult["rows"][number]["status"] {
  if (candidate.id !== null) return "created";
  return isValid(candidate) ? "skipped" : "failed";
}

/** What became of every row. */
export function resultOf(mode: ImportBody["mode"], candidates: readonly Candidate<unknown>[]): ImportResult {
  const rows = candidates.map((candidate) => ({
    row: candidate.row,
    status: statusOf(candidate),
    ...(candidate.id !== null && { id: candidate.id }),
    ...(candidate.errors.length > 0 && { errors: candidate.errors }),
  }));
  const countOf = (status: string) => rows.filter((row) => row.status === status).length;
  return {
    mode,
    createdCount: countOf("created"),
    failedCount: countOf("failed"),
    skippedCount: countOf("skipped"),
    rows,
  };
}
