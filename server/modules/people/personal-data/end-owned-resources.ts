import { eq } from "drizzle-orm";
import { departmentApprovers, locationAdmins, userLabels } from "@/drizzle/schema/directory";
import { notifications } from "@/drizzle/schema/notifications";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { revokeKeysOf } from "@/server/modules/integrations/keys/revoke";
import { pointerOf } from "@/server/modules/integrations/schedules/arm";
import { endWebhooks } from "@/server/modules/integrations/webhooks/end-hooks";
import { endFeedsOf } from "@/server/modules/leave/feeds/end-feed";
import { endDelegationsOf } from "@/server/modules/people/delegations/end";
import { endAccess } from "@/server/modules/people/people/end-access";
import { writeApprover } from "@/server/modules/people/people/hand-over";
import { recordAudits } from "@/server/modules/workspace/audit/record";

/** Permanently ends a user's credentials, their own resources and their appointments. */
export async function endOwnedResources(tx: Ctx, userId: string): Promise<void> {
  const whole = workspaceOf(tx.actor);
  await endAccess(tx, userId);
  await revokeKeysOf(tx, userId);
  await endWebhooks(tx.db, whole, eq(webhooks.ownerId, userId), {
    ...{ now: tx.now(), requestId: tx.requestId, actingUserId: tx.actor.userId },
    reason: "owner_deleted",
  });
  await endFeedsOf(tx, userId);
  await endDelegationsOf(tx, userId);
  await writeApprover(tx, userId, null);
  await pauseSchedules(tx, userId);
  for (const table of [departmentApprovers, locationAdmins, userLabels])
    await scoped(whole, table).delete(tx.db).where(eq(table.userId, userId));
}

/** A paused schedule sends nothing more; the erasure deletes its history and files afterwards, before all else. */
async function pauseSchedules(tx: Ctx, ownerId: string): Promise<void> {
  for (const [resourceType, table] of [
    ["notification", notifications],
    ["scheduled_report", scheduledReports],
  ] as const) {
    const ended = await scoped(workspaceOf(tx.actor), table)
      .update(tx.db)
      .set({ enabled: false, ...pointerOf(null) })
      .where(eq(table.ownerId, ownerId))
      .returning({ id: table.id });
    await recordAudits(
      tx,
      ended.map(({ id }) => ({ action: `${resourceType}.delete`, resourceType, resourceId: id })),
    );
  }
}
