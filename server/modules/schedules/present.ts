import { encodeId } from "@/server/kernel/schema";
import type { DispatchRow, OccurrenceSummary } from "./list-occurrences";

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What a history shows of every occurrence. Which states and reasons there can be is known by whose it is. */
export const occurrenceFrame = <Status, Reason>(row: OccurrenceSummary) => ({
  id: encodeId("occurrence", row.id),
  localDate: row.localDate,
  scheduledFor: row.dueAt.toISOString(),
  sentAt: iso(row.sentAt),
  status: row.status as Status,
  isLate: row.isLate,
  skipReason: row.skipReason as Reason | null,
});

/** What a history shows of every message. */
export const dispatchFrame = (row: DispatchRow) => ({
  address: row.address,
  status: row.status,
  sentAt: iso(row.sentAt),
  mayBeDuplicate: row.status === "sent" && row.unknownCount > 0,
  error: row.error,
  errorDetail: row.errorDetail,
});
