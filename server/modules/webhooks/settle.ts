import { sql } from "drizzle-orm";
import type { WebhookPausedReason, WebhookStatus } from "@/drizzle/schema/values";
import type { Db } from "@/server/kernel/db";

/** So many at once: the next claim goes on. */
const batch = 1000;

interface Inactive {
  workspaceId: string;
  id: string;
  status: WebhookStatus;
  pausedReason: WebhookPausedReason | null;
  isLocked: boolean;
}

/**
 * Takes deliveries of paused and revoked webhooks out of the queue, so that it holds only what can be sent: those of a paused one are
 * held, but its tests; those of a revoked one are cancelled. The webhooks' rows must be locked: otherwise a webhook that is resumed at
 * the same moment would leave events held for ever. What is being sent right now is left to whoever sends it.
 * @returns how many
 */
export async function settle(db: Db, webhooks: readonly Inactive[], now: Date): Promise<number> {
  let count = 0;
  for (const webhook of webhooks) if (webhook.isLocked) count += await settleOne(db, webhook, now);
  return count;
}

async function settleOne(db: Db, webhook: Inactive, now: Date): Promise<number> {
  const at = now.toISOString();
  const isRevoked = webhook.status === "revoked";
  const testsToo = isRevoked || webhook.pausedReason === "owner_inactive";
  const result = await db.execute(sql`
    update webhook_deliveries d set
      status = ${isRevoked ? "cancelled" : "held"}::delivery_status,
      error = ${isRevoked ? "WEBHOOK_REVOKED" : null}, next_attempt_at = null, leased_by = null, leased_until = null,
      completed_at = ${isRevoked ? at : null}::timestamptz
    where (d.workspace_id, d.id) in (
      select p.workspace_id, p.id from webhook_deliveries p
      where p.workspace_id = ${webhook.workspaceId}::uuid and p.webhook_id = ${webhook.id}::uuid and p.status = 'pending'
        and (p.leased_until is null or p.leased_until <= ${at}::timestamptz)
        and (${testsToo} or p.event_type <> 'webhook.test')
      limit ${batch})
      and d.status = 'pending' and (d.leased_until is null or d.leased_until <= ${at}::timestamptz)`);
  return result.count;
}
