import { and, sql } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { recordAudit } from "@/server/modules/audit/record";
import { wakeSender } from "@/server/modules/events/fan-out";
import { ofWebhook } from "./list-deliveries";
import { insertCopies, requireActive } from "./redeliver";
import { holdWebhook } from "./store";

/**
 * Sends chosen deliveries again; those that are still under way are left out.
 * @returns how many were queued
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when the webhook is not active
 */
export function redeliverMany(ctx: Ctx, webhookId: string, ids: readonly string[]): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await holdWebhook(tx, webhookId);
    requireActive(webhook);
    const origins = await tx.db
      .select()
      .from(webhookDeliveries)
      .where(
        and(
          ofWebhook(tx, webhook),
          sql`${webhookDeliveries.id} = any(${sql.param([...ids])}::uuid[])`,
          sql`${webhookDeliveries.status} not in ('pending', 'held')`,
        ),
      );
    if (origins.length === 0) return 0;
    await insertCopies(tx, origins);
    await recordAudit(tx, {
      action: "webhook.redeliver",
      resourceType: "webhook",
      resourceId: webhookId,
      changes: { deliveries: { to: origins.map(({ id }) => id) } },
    });
    wakeSender(tx);
    return origins.length;
  });
}
