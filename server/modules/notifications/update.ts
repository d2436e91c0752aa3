import { and, eq } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import type { NotificationFrequency } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import { changesOf } from "@/server/modules/audit/changes";
import { recordAudit } from "@/server/modules/audit/record";
import { isFrequencyOf, mergePatch } from "@/server/modules/schedules/merge-patch";
import { nextUnsent, pointerOf } from "./arm";
import { columnsOf } from "./create";
import { settleBeforeChange } from "./fire";
import { requireOwner } from "./policy";
import { writtenFields } from "./present";
import { filterFaults, filterNames, requireKeyOwnersReach } from "./references";
import {
  mergedShapes,
  type NotificationFields,
  type NotificationPatch,
  notificationFieldNames,
} from "./schema";
import { loadNotification, type NotificationRow } from "./store";

/** @throws ApiError NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED when it would move to or from BIRTHDAY */
function resultingFrequency(row: NotificationRow, wanted: unknown): NotificationFrequency {
  if (!isFrequencyOf(mergedShapes, wanted) || wanted === row.frequency) return row.frequency;
  if (wanted === "BIRTHDAY" || row.frequency === "BIRTHDAY")
    throw new ApiError("NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED");
  return wanted;
}

/**
 * The stored notification with the changes, checked as a create for the frequency that results.
 * @throws ApiError NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED, VALIDATION_ERROR with every fault
 */
export function mergeNotification(row: NotificationRow, patch: NotificationPatch): NotificationFields {
  const frequency = resultingFrequency(row, patch.frequency);
  return mergePatch(mergedShapes, notificationFieldNames, writtenFields(row), patch, frequency);
}

const scheduleNames = ["frequency", "timezone", "hour", "minute", "sendOnDays", "day", "enabled"] as const;

/** What it sends next after the change; nothing to set when the change is not about that. */
async function rearmed(tx: Ctx, row: NotificationRow, after: ReturnType<typeof columnsOf>) {
  const same = scheduleNames.every((name) => JSON.stringify(row[name]) === JSON.stringify(after[name]));
  if (same) return {};
  const now = tx.now();
  await settleBeforeChange(tx.db, row, !after.enabled, now);
  const { workspaceId, id } = row;
  return pointerOf(after.enabled ? await nextUnsent(tx.db, { ...after, workspaceId, id }, now) : null);
}

/** References that the change names; those that were stored before may have gone since, and do not block a pause. */
async function checkReferences(tx: Ctx, patch: NotificationPatch, after: NotificationFields): Promise<void> {
  const named = filterNames.filter((name) => patch[name] !== undefined);
  const faults = await filterFaults(tx, Object.fromEntries(named.map((name) => [name, after[name]])));
  if (faults.length > 0) throw invalid(faults);
  if (named.length > 0 || patch.destinations !== undefined) await requireKeyOwnersReach(tx, after);
}

/**
 * Changes a notification; the owner stays.
 * @throws ApiError RESOURCE_NOT_FOUND, NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED, VALIDATION_ERROR, FORBIDDEN
 */
export function updateNotification(ctx: Ctx, id: string, patch: NotificationPatch): Promise<NotificationRow> {
  return inTransaction(ctx, async (tx) => {
    const row = await loadNotification(tx, id, "lock");
    requireOwner(tx);
    const fields = mergeNotification(row, patch);
    await checkReferences(tx, patch, fields);
    const columns = columnsOf(fields);
    const after: NotificationRow = {
      ...row,
      ...columns,
      ...(await rearmed(tx, row, columns)),
      updatedAt: tx.now(),
    };
    await tx.db
      .update(notifications)
      .set(after)
      .where(and(eq(notifications.workspaceId, row.workspaceId), eq(notifications.id, id)));
    await recordAudit(tx, {
      action: "notification.update",
      resourceType: "notification",
      resourceId: id,
      changes: changesOf(writtenFields(row), writtenFields(after)),
    });
    return after;
  });
}
