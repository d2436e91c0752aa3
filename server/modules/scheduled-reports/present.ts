import { encodeId } from "@/server/kernel/schema";
import { type DownloadRow, expiresAt } from "./downloads";
import { lastOfMonth } from "./policy";
import type { OccurrenceSummary, ReportRow } from "./schedule";
import type { DownloadView, ReportOccurrenceView } from "./schema";

/** The day field of the row's frequency. */
function dayField(row: ReportRow) {
  switch (row.frequency) {
    case "DAILY":
      return { sendOnDays: row.sendOnDays };
    case "WEEKLY":
      return { day: row.day };
    case "MONTHLY":
      return { dayOfMonth: row.dayOfMonth === lastOfMonth ? "LAST" : row.dayOfMonth };
  }
}

/** What a create would send for this report. */
export const writtenFields = (row: ReportRow) => ({
  name: row.name,
  reportType: row.reportType,
  frequency: row.frequency,
  ...dayField(row),
  timezone: row.timezone,
  hour: row.hour,
  minute: row.minute,
  format: row.format,
  recipients: row.recipients,
  locationIds: row.locationIds.map((id) => encodeId("location", id)),
  departmentIds: row.departmentIds.map((id) => encodeId("department", id)),
  labelIds: row.labelIds.map((id) => encodeId("label", id)),
  enabled: row.enabled,
});

export const reportV2 = (row: ReportRow) => ({
  id: encodeId("report", row.id),
  ...writtenFields(row),
  ownerId: encodeId("user", row.ownerId),
  lastSentAt: row.lastSentAt?.toISOString() ?? null,
  nextSendAt: row.nextDueAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** What the pages see beside the record. */
export const reportView = (row: ReportRow & { ownerName: string }) => ({
  ...reportV2(row),
  ownerName: row.ownerName,
});

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const reportOccurrenceView = (row: OccurrenceSummary): ReportOccurrenceView => ({
  id: encodeId("occurrence", row.id),
  localDate: row.localDate,
  scheduledFor: row.dueAt.toISOString(),
  sentAt: iso(row.sentAt),
  status: row.status,
  isLate: row.isLate,
  skipReason: row.skipReason,
  rowCount: row.rowCount,
  nextAttemptAt: iso(row.nextAttemptAt),
  recipients: row.dispatches.map((dispatch) => ({
    address: dispatch.address,
    status: dispatch.status,
    sentAt: iso(dispatch.sentAt),
    mayBeDuplicate: dispatch.status === "sent" && dispatch.unknownCount > 0,
    error: dispatch.error,
    errorDetail: dispatch.errorDetail,
  })),
});

export const downloadView = (row: DownloadRow): DownloadView => ({
  id: encodeId("download", row.id),
  status: row.status,
  format: row.format,
  fileName: row.fileName,
  rowCount: row.rowCount,
  byteCount: row.byteCount,
  createdAt: row.createdAt.toISOString(),
  finishedAt: iso(row.finishedAt),
  expiresAt: expiresAt(row).toISOString(),
});
