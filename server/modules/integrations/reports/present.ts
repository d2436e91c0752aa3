import type { ReportOccurrenceStatus, ReportSkipReason } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import type { OccurrenceSummary } from "@/server/modules/integrations/schedules/list-occurrences";
import { dispatchFrame, iso, occurrenceFrame } from "@/server/modules/integrations/schedules/present";
import { type DownloadRow, expiresAt } from "./downloads";
import { lastOfMonth } from "./policy";
import type { ReportRow } from "./schedule";

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

/** The body of a create for this report. */
export const writtenFields = (row: ReportRow) => ({
  name: row.name,
  reportType: row.reportType,
  frequency: row.frequency,
  ...dayField(row),
  timezone: row.timezone,
  hour: row.hour,
  minute: row.minute,
  format: row.format,
  payrollTemplateId: row.payrollTemplateId && encodeId("payrollTemplate", row.payrollTemplateId),
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

/** What the pages see in addition to the record. */
export const reportView = (row: ReportRow & { ownerName: string }) => ({
  ...reportV2(row),
  ownerName: row.ownerName,
});

/** The next attempt to make the file, or to send the first of its mails. */
function nextAttemptOf({ nextAttemptAt, dispatches }: OccurrenceSummary): Date | null {
  const times = dispatches.flatMap((one) => one.nextAttemptAt?.getTime() ?? []);
  if (nextAttemptAt) return nextAttemptAt;
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

export const reportOccurrenceView = (row: OccurrenceSummary) => ({
  ...occurrenceFrame<ReportOccurrenceStatus, ReportSkipReason>(row),
  rowCount: row.rowCount,
  nextAttemptAt: iso(nextAttemptOf(row)),
  recipients: row.dispatches.map(dispatchFrame),
});

export const downloadView = (row: DownloadRow) => ({
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
