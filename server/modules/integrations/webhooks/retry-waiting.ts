import { sql } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { wakeSender } from "./fan-out";
import { requireActive, waitsForRetry } from "./send-again";
import { lockWebhook, type WebhookRow } from "./store";

/** Counts a webhook's deliveries that wait for their next attempt. */
export async function countWaiting(ctx: Ctx, webhook: WebhookRow): Promise<number> {
  const [row] = await scoped(workspaceOf(webhook), webhookDeliveries)
    .select(ctx.db, { count: sql<number>`count(*)::int` })
    .where(waitsForRetry(ctx.now(), webhook));
  return row?.count ?? 0;
}

/**
 * Sends a webhook's waiting deliveries now.
 * @returns how many
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when the webhook is not active
 */
export function retryWaiting(ctx: Ctx, webhookId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    requireActive(webhook);
    const { count } = await scoped(workspaceOf(webhook), webhookDeliveries)
      .update(tx.db)
      .set({ nextAttemptAt: tx.now() })
      .where(waitsForRetry(tx.now(), webhook));
    if (count === 0) return 0;
    await recordAudit(tx, {
      action: "webhook.redeliver",
      resourceType: "webhook",
      resourceId: webhookId,
      changes: { deliveries: { to: count } },
    });
    wakeSender(tx);
    return count;
  });
}
