import type { OccurrenceStatus, SkipReason } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import type { OccurrenceSummary } from "@/server/modules/integrations/schedules/list-occurrences";
import { dispatchFrame, iso, occurrenceFrame } from "@/server/modules/integrations/schedules/present";
import type { NotificationRow } from "./schedule";

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

/** The body of a create for this notification. */
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

/** What the pages see in addition to the record. */
export const notificationView = (row: NotificationRow & { ownerName: string }) => ({
  ...notificationV2(row),
  ownerName: row.ownerName,
  /** Null while it is paused. */
  nextSendAt: row.nextDueAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const occurrenceView = (row: OccurrenceSummary) => ({
  ...occurrenceFrame<OccurrenceStatus, SkipReason>(row),
  kind: row.kind,
  destinations: row.dispatches.map((dispatch) => ({
    ...dispatchFrame(dispatch),
    position: dispatch.position,
    platform: dispatch.platform,
    channelName: dispatch.channelName,
    attempts: dispatch.attemptCount,
    attemptedAt: iso(dispatch.attemptedAt),
    nextAttemptAt: iso(dispatch.nextAttemptAt),
  })),
});
