import { eq, sql } from "drizzle-orm";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { integrationPlatforms } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { wake } from "@/server/kernel/database/wake";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { loadScheduled } from "@/server/modules/integrations/schedules/load-scheduled";
import { type DispatchRow, readDispatches } from "@/server/modules/integrations/schedules/read-dispatches";
import { settleOccurrences } from "@/server/modules/integrations/schedules/settle-occurrences";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { enqueueDispatches } from "./enqueue-dispatches";
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
      .select(tx.db, { notificationId: occurrences.notificationId, content: occurrences.content })
      .where(eq(occurrences.id, id))
      .for("no key update");
    const notificationId = occurrence?.notificationId;
    if (!notificationId) throw new ApiError("RESOURCE_NOT_FOUND");
    const notification = await loadScheduled(notificationSchedule, tx, notificationId);
    const failed = (await readDispatches(tx.db, workspaceOf(tx.actor), eq(dispatches.occurrenceId, id)))
      .filter(({ status }) => status === "failed")
      // An earlier attempt that may have arrived makes this a possible duplicate.
      .map((one) => ({ ...one, attemptCount: 0, unknownCount: Math.min(one.unknownCount, 1) }));
    if (failed.length === 0) throw new ApiError("CONFLICT", because("nothingFailed"));
    const byMail = failed.filter(({ platform }) => platform === "email");
    const { content } = occurrence;
    await enqueueDispatches({ ...tx, workspaceId }, { id, content, notification }, byMail);
    await restart(
      tx,
      failed.filter(({ platform }) => platform !== "email"),
    );
    await settleOccurrences(tx.db, [{ workspaceId, occurrenceId: id }]);
    await recordAudit(tx, {
      action: "notification.resend",
      resourceType: "notification",
      resourceId: notificationId,
      changes: { occurrence: { to: id } },
    });
    tx.afterCommit?.push(() => {
      for (const platform of integrationPlatforms) wake(ctx.services, messagesKind(platform));
    });
    return failed.length;
  });
}

/** Messages to channels begin again. */
async function restart(tx: Ctx, failed: readonly DispatchRow[]): Promise<void> {
  const ids = failed.map(({ id }) => id);
  if (ids.length === 0) return;
  await scoped(workspaceOf(tx.actor), dispatches)
    .update(tx.db)
    .set({
      status: "pending",
      attemptCount: 0,
      nextAttemptAt: tx.now(),
      unknownCount: sql`least(${dispatches.unknownCount}, 1)`,
    })
    .where(isAnyOf(dispatches.id, ids));
}
