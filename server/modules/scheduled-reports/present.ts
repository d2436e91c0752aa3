import { encodeId } from "@/server/kernel/schema";
import { lastOfMonth, type ReportRow } from "./store";

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
