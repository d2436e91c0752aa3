import { and, eq, sql } from "drizzle-orm";
import { notificationDispatches, notificationOccurrences } from "@/drizzle/schema/notifications";
import { notificationPlatforms } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { wake } from "@/server/kernel/wake";
import { recordAudit } from "@/server/modules/audit/record";
import { loadScheduled } from "@/server/modules/schedules/load-scheduled";
import { messagesKind } from "./message-work";
import { notificationSchedule } from "./schedule";
import { settleOccurrences } from "./settle-occurrences";

/**
 * Sends an occurrence again to the destinations that were not served; the others get nothing twice.
 * @returns how many
 * @throws ApiError RESOURCE_NOT_FOUND, CONFLICT when none has failed
 */
export function resendToFailed(ctx: Ctx, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx.actor;
    const [occurrence] = await tx.db
      .select({ notificationId: notificationOccurrences.notificationId })
      .from(notificationOccurrences)
      .where(and(eq(notificationOccurrences.workspaceId, workspaceId), eq(notificationOccurrences.id, id)))
      .for("no key update");
    if (!occurrence) throw new ApiError("RESOURCE_NOT_FOUND");
    await loadScheduled(notificationSchedule, tx, occurrence.notificationId);
    const again = await tx.db
      .update(notificationDispatches)
      .set({
        status: "pending",
        attemptCount: 0,
        nextAttemptAt: tx.now(),
        // What may have arrived before makes this a possible duplicate.
        unknownCount: sql`least(${notificationDispatches.unknownCount}, 1)`,
      })
      .where(
        and(
          eq(notificationDispatches.workspaceId, workspaceId),
          eq(notificationDispatches.occurrenceId, id),
          eq(notificationDispatches.status, "failed"),
        ),
      );
    if (again.count === 0)
      throw new ApiError("CONFLICT", {
        description: "No destination has failed, so there's nothing to resend.",
      });
    await settleOccurrences(tx.db, [{ workspaceId, occurrenceId: id }]);
    await recordAudit(tx, {
      action: "notification.resend",
      resourceType: "notification",
      resourceId: occurrence.notificationId,
      changes: { occurrence: { to: id } },
    });
    tx.afterCommit?.push(() => {
      for (const platform of notificationPlatforms) wake(ctx.services, messagesKind(platform));
    });
    return again.count;
  });
}
