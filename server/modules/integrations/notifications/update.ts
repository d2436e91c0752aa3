import type { NotificationFrequency } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { checkFilters, filterNames } from "@/server/modules/integrations/schedules/check-filters";
import { loadScheduled } from "@/server/modules/integrations/schedules/load-scheduled";
import { isFrequencyOf, mergePatch } from "@/server/modules/integrations/schedules/merge-patch";
import { updateScheduled } from "@/server/modules/integrations/schedules/update-scheduled";
import { columnsOf } from "./create";
import { requireOwner } from "./policy";
import { writtenFields } from "./present";
import { type NotificationRow, notificationSchedule } from "./schedule";
import {
  mergedShapes,
  type NotificationFields,
  type NotificationPatch,
  notificationFieldNames,
} from "./schema";

/** @throws ApiError NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED for a change to or from BIRTHDAY */
function resultingFrequency(row: NotificationRow, wanted: unknown): NotificationFrequency {
  if (!isFrequencyOf(mergedShapes, wanted) || wanted === row.frequency) return row.frequency;
  if (wanted === "BIRTHDAY" || row.frequency === "BIRTHDAY")
    throw new ApiError("NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED");
  return wanted;
}

/**
 * The stored notification with the changes, checked as a create for the resulting frequency.
 * @throws ApiError NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED, VALIDATION_ERROR with every fault
 */
export function mergeNotification(row: NotificationRow, patch: NotificationPatch): NotificationFields {
  const frequency = resultingFrequency(row, patch.frequency);
  return mergePatch(mergedShapes, notificationFieldNames, writtenFields(row), patch, frequency);
}

/**
 * Changes a notification; the owner stays.
 * @throws ApiError RESOURCE_NOT_FOUND, NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED, VALIDATION_ERROR, FORBIDDEN
 */
export function updateNotification(ctx: Ctx, id: string, patch: NotificationPatch): Promise<NotificationRow> {
  return inTransaction(ctx, async (tx) => {
    const row = await loadScheduled(notificationSchedule, tx, id, "lock");
    requireOwner(tx);
    const fields = mergeNotification(row, patch);
    // Only references in the change are checked; stored ones may have been deleted since, and do not block a pause.
    const named = filterNames.filter((name) => patch[name] !== undefined);
    if (named.length > 0 || patch.destinations !== undefined) await checkFilters(tx, fields, named);
    return updateScheduled(notificationSchedule, tx, row, columnsOf(fields));
  });
}
