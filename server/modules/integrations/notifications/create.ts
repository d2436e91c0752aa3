import { type Ctx, inTransaction } from "@/server/access/ctx";
import { checkFilters } from "@/server/modules/integrations/schedules/check-filters";
import { createScheduled } from "@/server/modules/integrations/schedules/create-scheduled";
import { requireOwner } from "./policy";
import { type NotificationRow, notificationSchedule } from "./schedule";
import type { NotificationCreate, NotificationFields } from "./schema";

const absent = {
  sendOnDays: null,
  groupBy: null,
  sendEmpty: null,
  firstDayOfWeek: null,
  day: null,
  currentWeek: null,
  sendOnNonWorkingDays: null,
};

/** Every column to write; those of other frequencies are empty. */
export const columnsOf = (fields: NotificationFields) => ({ ...absent, ...fields });

/**
 * The acting user becomes the owner.
 * @throws ApiError FORBIDDEN when the acting user may not own notifications or a filter lies beyond reach, VALIDATION_ERROR
 */
export function createNotification(ctx: Ctx, input: NotificationCreate): Promise<NotificationRow> {
  const ownerId = requireOwner(ctx);
  return inTransaction(ctx, async (tx) => {
    await checkFilters(tx, input);
    return createScheduled(notificationSchedule, tx, ownerId, columnsOf(input));
  });
}
