import { and } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { ofWebhook } from "./list-deliveries";
import { requireActive, sendAgain } from "./send-again";
import { lockWebhook } from "./store";

/**
 * Sends the chosen deliveries again, waiting ones now; those in flight are left out.
 * @returns how many are on their way
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when the webhook is not active
 */
export function redeliverMany(ctx: Ctx, webhookId: string, ids: readonly string[]): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    requireActive(webhook);
    const origins = await scoped(workspaceOf(webhook), webhookDeliveries)
      .selectAll(tx.db)
      .where(and(ofWebhook(tx, webhook), isAnyOf(webhookDeliveries.id, ids)));
    const sent = await sendAgain(tx, webhook, origins);
    if (sent.length === 0) return 0;
    await recordAudit(tx, {
      action: "webhook.redeliver",
      resourceType: "webhook",
      resourceId: webhookId,
      changes: { deliveries: { to: sent.map(({ id, redeliveryOf }) => redeliveryOf ?? id) } },
    });
    return sent.length;
  });
}
