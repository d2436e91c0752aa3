import { notifications } from "@/drizzle/schema/notifications";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { invalid } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { recordAudit } from "@/server/modules/audit/record";
import { pointerOf } from "./arm";
import { requireOwner } from "./policy";
import { writtenFields } from "./present";
import { filterFaults, requireKeyOwnersReach } from "./references";
import { firstDueAfter } from "./schedule";
import type { NotificationCreate, NotificationFields } from "./schema";
import type { NotificationRow } from "./store";

const absent = {
  sendOnDays: null,
  groupBy: null,
  sendEmpty: null,
  firstDayOfWeek: null,
  day: null,
  currentWeek: null,
  sendOnNonWorkingDays: null,
};

/** Every column that is written, those of other frequencies empty. */
export const columnsOf = (fields: NotificationFields) => ({ ...absent, ...fields });

/**
 * The acting user becomes the owner.
 * @throws ApiError FORBIDDEN when the acting user may not own notifications or a filter lies beyond reach, VALIDATION_ERROR
 */
export function createNotification(ctx: Ctx, input: NotificationCreate): Promise<NotificationRow> {
  const ownerId = requireOwner(ctx);
  return inTransaction(ctx, async (tx) => {
    const faults = await filterFaults(tx, input);
    if (faults.length > 0) throw invalid(faults);
    await requireKeyOwnersReach(tx, input);
    const now = tx.now();
    const fields = columnsOf(input);
    const row: NotificationRow = {
      workspaceId: tx.actor.workspaceId,
      id: newId(),
      ownerId,
      ...fields,
      ...pointerOf(input.enabled ? firstDueAfter(fields, now) : null),
      createdAt: now,
      updatedAt: now,
    };
    await tx.db.insert(notifications).values(row);
    await recordAudit(tx, {
      action: "notification.create",
      resourceType: "notification",
      resourceId: row.id,
      changes: Object.fromEntries(Object.entries(writtenFields(row)).map(([name, to]) => [name, { to }])),
    });
    return row;
  });
}
