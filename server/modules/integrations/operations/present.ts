import { type FieldError, sentencesOf } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import type { OperationHead, OperationRow } from "./store";

/** The poll URL of an operation: a relative path (requirement, Operation). */
export const operationPath = (id: string): string => `/v2/operations/${encodeId("operation", id)}`;

/** An operation in a list. */
export const operationHeadV2 = (row: OperationHead) => ({
  id: encodeId("operation", row.id),
  status: row.status,
  url: operationPath(row.id),
  createdAt: row.createdAt.toISOString(),
  completedAt: row.completedAt?.toISOString() ?? null,
  progress: row.progress,
  error: errorV2(row.error),
});

/** The envelope without what only the pages need. */
function errorV2(error: OperationRow["error"]) {
  if (error === null) return null;
  const { isExact: _, isAdvised: __, reason: ___, ...envelope } = error;
  const { details } = envelope as { details?: { fields?: FieldError[] } };
  return details?.fields
    ? { ...envelope, details: { ...details, fields: sentencesOf(details.fields) } }
    : envelope;
}

type ImportedRow = { errors?: FieldError[] };

/** The result without what only the pages need: the reasons of an import's faults. */
function resultV2(result: OperationRow["result"]) {
  const { data } = (result?.body ?? {}) as { data?: { rows?: unknown } };
  if (!result || !Array.isArray(data?.rows)) return result;
  const rows = (data.rows as ImportedRow[]).map((row) =>
    row.errors ? { ...row, errors: sentencesOf(row.errors) } : row,
  );
  return { ...result, body: { ...(result.body as object), data: { ...data, rows } } };
}

export const operationV2 = (row: OperationRow) => ({ ...operationHeadV2(row), result: resultV2(row.result) });

/** The combined progress of several operations about people that one form started. */
export function lotsView<Result extends { users: readonly unknown[] }>(lots: readonly OperationRow[]) {
  const results = lots.flatMap(({ result }) => (result ? [(result.body as { data: Result }).data] : []));
  const done = results.map(({ users }) => users.length);
  const underWay = lots.map(({ status, progress }) => (status === "PENDING" ? (progress?.done ?? 0) : 0));
  const isPending = lots.some(({ status }) => status === "PENDING");
  return {
    status: isPending ? ("PENDING" as const) : ("SUCCEEDED" as const),
    doneCount: sum([...done, ...underWay]),
    results,
    error: lots.find(({ error }) => error)?.error ?? null,
  };
}

/** The sum of a count over the results of several operations. */
export const totalOf = <Field extends string>(
  results: readonly Record<Field, number>[],
  field: Field,
): number => sum(results.map((one) => one[field]));

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
