import { and, eq, type SQL } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { WebhookPausedReason } from "@/drizzle/schema/values";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { endWebhooks } from "./end-hooks";

/** Pauses the active webhooks that a key made, in the open transaction (decision 4.5). Their events are held. @returns how many */
export const pauseWebhooksOfKey = (tx: Ctx, keyId: string): Promise<number> =>
  pauseWhere(tx, eq(webhooks.keyId, keyId), "key_revoked");

/** Pauses the active webhooks of a deactivated user, in the open transaction. @returns how many */
export const pauseWebhooksOfOwner = (tx: Ctx, ownerId: string): Promise<number> =>
  pauseWhere(tx, eq(webhooks.ownerId, ownerId), "owner_inactive");

async function pauseWhere(tx: Ctx, condition: SQL, pausedReason: WebhookPausedReason): Promise<number> {
  const at = tx.now();
  const paused = await scoped(workspaceOf(tx.actor), webhooks)
    .update(tx.db)
    .set({ status: "paused", pausedReason, pausedAt: at, updatedAt: at })
    .where(and(condition, eq(webhooks.status, "active")))
    .returning({ id: webhooks.id });
  for (const { id } of paused)
    await recordAudit(tx, {
      action: "webhook.pause",
      resourceType: "webhook",
      resourceId: id,
      changes: { pausedReason: { to: pausedReason } },
    });
  return paused.length;
}

/**
 * Revokes or pauses the webhooks of an owner who can no longer sign in, whatever the cause; in the open transaction. `owner_deleted` is
 * final.
 */
export async function stopForOwner(tx: Ctx, ownerId: string): Promise<void> {
  const [owner] = await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { status: users.status })
    .where(eq(users.id, ownerId));
  if (!owner || owner.status === "ACTIVE") return;
  if (owner.status === "INACTIVE") await pauseWebhooksOfOwner(tx, ownerId);
  else
    await endWebhooks(tx.db, workspaceOf(tx.actor), eq(webhooks.ownerId, ownerId), {
      now: tx.now(),
      requestId: tx.requestId,
      reason: "owner_deleted",
    });
}
