import { and, eq, sql } from "drizzle-orm";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { notificationPlatforms } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { wake } from "@/server/kernel/wake";
import { recordAudit } from "@/server/modules/audit/record";
import { loadScheduled } from "@/server/modules/schedules/load-scheduled";
import { settleOccurrences } from "@/server/modules/schedules/settle-occurrences";
import { messagesKind } from "./message-work";
import { notificationSchedule } from "./schedule";

/**
 * Resends an occurrence to its failed destinations; the others get no duplicate.
 * @returns how many
 * @throws ApiError RESOURCE_NOT_FOUND, CONFLICT when none has failed
 */
export function resendToFailed(ctx: Ctx, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx.actor;
    const [occurrence] = await scoped(workspaceOf(tx.actor), occurrences)
      .select(tx.db, { notificationId: occurrences.notificationId })
      .where(eq(occurrences.id, id))
      .for("no key update");
    const notificationId = occurrence?.notificationId;
    if (!notificationId) throw new ApiError("RESOURCE_NOT_FOUND");
    await loadScheduled(notificationSchedule, tx, notificationId);
    const again = await scoped(workspaceOf(tx.actor), dispatches)
      .update(tx.db)
      .set({
        status: "pending",
        attemptCount: 0,
        nextAttemptAt: tx.now(),
        // An earlier attempt that may have arrived makes this a possible duplicate.
        unknownCount: sql`least(${dispatches.unknownCount}, 1)`,
      })
      .where(and(eq(dispatches.occurrenceId, id), eq(dispatches.status, "failed")));
    if (again.count === 0)
      throw new ApiError("CONFLICT", {
        description: "No destination has failed, so there's nothing to resend.",
      });
    await settleOccurrences(tx.db, [{ workspaceId, occurrenceId: id }]);
    await recordAudit(tx, {
      action: "notification.resend",
      resourceType: "notification",
      resourceId: notificationId,
      changes: { occurrence: { to: id } },
    });
    tx.afterCommit?.push(() => {
      for (const platform of notificationPlatforms) wake(ctx.services, messagesKind(platform));
    });
    return again.count;
  });
}
