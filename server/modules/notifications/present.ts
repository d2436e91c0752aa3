import { encodeId } from "@/server/kernel/schema";
import type { NotificationRow } from "./store";

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
