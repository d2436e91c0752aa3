import type { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import type { FieldError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { read, soundFields } from "@/server/transport/validate";
import type { BrokenRule, ImportBody, ImportResult } from "./schema";

/** Maximum rows of one statement. */
const chunkSize = 1000;

/** A row during the import: its parsed value, its faults, and the public id of the created record. */
export interface Candidate<T> {
  row: number;
  /** Null when the row is malformed. */
  value: T | null;
  /** The readable fields, also of a malformed row: references are checked together with the form. */
  sound: Partial<T>;
  errors: FieldError[];
  /** The paths of faults that follow from something else: a name that does not exist yet, or another row that is faulty. */
  derived?: string[];
  /** Leave rules that it breaks. It is imported all the same. */
  brokenRules?: BrokenRule[];
  id: string | null;
}

/** Parses every row with the schema, and collects its faults. */
export const readRows = <S extends z.ZodType>(body: ImportBody, schema: S): Candidate<z.output<S>>[] =>
  body.rows.map((given, row) => {
    const { data, faults } = read(schema, given);
    if (!faults) return { row, value: data, sound: data, errors: [], id: null };
    const sound = soundFields(schema, given) as Partial<z.output<S>>;
    return { row, value: null, sound, errors: faults, id: null };
  });

/** A well-formed candidate. */
export type Readable<T> = Candidate<T> & { value: T };
export const isReadable = <T>(candidate: Candidate<T>): candidate is Readable<T> => candidate.value !== null;

/** A candidate without faults. */
export const isValid = <T>(candidate: Candidate<T>): candidate is Readable<T> =>
  isReadable(candidate) && candidate.errors.length === 0;

/** Writes rows in chunks of one statement, and reports progress. */
export async function writeInChunks<T>(
  { report }: Pick<Ctx, "report">,
  items: readonly T[],
  write: (chunk: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += chunkSize) {
    const chunk = items.slice(start, start + chunkSize);
    await write(chunk);
    report?.({ done: start + chunk.length, total: items.length });
  }
}

function statusOf(candidate: Candidate<unknown>): ImportResult["rows"][number]["status"] {
  if (candidate.id !== null) return "created";
  return isValid(candidate) ? "skipped" : "failed";
}

/** Whether to write the rows without faults. */
export const isToBeWritten = (mode: ImportBody["mode"], candidates: readonly Candidate<unknown>[]): boolean =>
  mode === "valid" || (mode === "all" && candidates.every(isValid));

/** The outcome of every row. Unless the import was only a check, the audit log records the counts. */
export async function endImport(
  tx: Ctx,
  mode: ImportBody["mode"],
  candidates: readonly Candidate<unknown>[],
  audited: { action: string; resourceType: string },
): Promise<ImportResult> {
  const result = resultOf(mode, candidates);
  if (mode === "check") return result;
  const { createdCount, failedCount, skippedCount } = result;
  await recordAudit(tx, {
    ...audited,
    resourceId: null,
    changes: { created: { to: createdCount }, failed: { to: failedCount }, skipped: { to: skippedCount } },
  });
  return result;
}

function resultOf(mode: ImportBody["mode"], candidates: readonly Candidate<unknown>[]): ImportResult {
  const rows = candidates.map((candidate) => ({
    row: candidate.row,
    status: statusOf(candidate),
    ...(candidate.id !== null && { id: candidate.id }),
    ...(candidate.errors.length > 0 && { errors: candidate.errors }),
    ...(candidate.brokenRules && candidate.brokenRules.length > 0 && { brokenRules: candidate.brokenRules }),
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
