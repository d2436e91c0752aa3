import { encodeId } from "@/server/kernel/schema";
import type { OccurrenceSummary } from "./list-occurrences";
import type { DispatchRow } from "./read-dispatches";

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The fields of every occurrence in a history. Its possible states and reasons depend on the kind. */
export const occurrenceFrame = <Status, Reason>(row: OccurrenceSummary) => ({
  id: encodeId("occurrence", row.id),
  localDate: row.localDate,
  scheduledFor: row.dueAt.toISOString(),
  sentAt: iso(row.sentAt),
  status: row.status as Status,
  isLate: row.isLate,
  skipReason: row.skipReason as Reason | null,
});

/** The fields of every dispatch in a history. */
export const dispatchFrame = (row: DispatchRow) => ({
  address: row.address,
  status: row.status,
  sentAt: iso(row.sentAt),
  mayBeDuplicate: row.status === "sent" && row.unknownCount > 0,
  error: row.error,
  errorDetail: row.errorDetail,
});
