import { encodeId } from "@/server/kernel/schema";
import type { OperationRow } from "./store";

/** Where an operation is polled: a relative path (requirement, Operation). */
export const operationPath = (id: string): string => `/v2/operations/${encodeId("operation", id)}`;

export const operationV2 = (row: OperationRow) => ({
  id: encodeId("operation", row.id),
  status: row.status,
  url: operationPath(row.id),
  createdAt: row.createdAt.toISOString(),
  completedAt: row.completedAt?.toISOString() ?? null,
  progress: row.progress,
  result: row.result,
  error: row.error,
});
