import { encodeId } from "@/server/kernel/schema";
import type { NotificationRow, OccurrenceSummary } from "./schedule";
import type { OccurrenceView } from "./schema";

/** The fields of one frequency. */
function ofFrequency(row: NotificationRow) {
  const { groupBy, sendEmpty } = row;
  switch (row.frequency) {
    case "DAILY":
      return { sendOnDays: row.sendOnDays, groupBy, sendEmpty };
    case "WEEKLY":
      return {
        firstDayOfWeek: row.firstDayOfWeek,
        day: row.day,
        currentWeek: row.currentWeek,
        groupBy,
        sendEmpty,
      };
    case "BIRTHDAY":
      return { sendOnNonWorkingDays: row.sendOnNonWorkingDays };
  }
}

/** What a create would send for this notification. */
export const writtenFields = (row: NotificationRow) => ({
  name: row.name,
  frequency: row.frequency,
  enabled: row.enabled,
  timezone: row.timezone,
  hour: row.hour,
  minute: row.minute,
  locale: row.locale,
  locationIds: row.locationIds.map((id) => encodeId("location", id)),
  departmentIds: row.departmentIds.map((id) => encodeId("department", id)),
  labelIds: row.labelIds.map((id) => encodeId("label", id)),
  destinations: row.destinations,
  ...ofFrequency(row),
});

export const notificationV2 = (row: NotificationRow) => ({
  id: encodeId("notification", row.id),
  ownerId: encodeId("user", row.ownerId),
  ...writtenFields(row),
});

/** What the pages see beside the record. */
export const notificationView = (row: NotificationRow & { ownerName: string }) => ({
  ...notificationV2(row),
  ownerName: row.ownerName,
  /** Null while it is paused. */
  nextSendAt: row.nextDueAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const occurrenceView = (row: OccurrenceSummary): OccurrenceView => ({
  id: encodeId("occurrence", row.id),
  kind: row.kind,
  localDate: row.localDate,
  scheduledFor: row.dueAt.toISOString(),
  sentAt: iso(row.sentAt),
  status: row.status,
  isLate: row.isLate,
  skipReason: row.skipReason,
  destinations: row.dispatches.map((dispatch) => ({
    position: dispatch.position,
    platform: dispatch.platform,
    address: dispatch.address,
    channelName: dispatch.channelName,
    status: dispatch.status,
    attempts: dispatch.attemptCount,
    attemptedAt: iso(dispatch.attemptedAt),
    nextAttemptAt: iso(dispatch.nextAttemptAt),
    sentAt: iso(dispatch.sentAt),
    mayBeDuplicate: dispatch.status === "sent" && dispatch.unknownCount > 0,
    error: dispatch.error,
    errorDetail: dispatch.errorDetail,
  })),
});
