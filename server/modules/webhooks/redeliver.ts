import { sql } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { recordAudit } from "@/server/modules/audit/record";
import { wakeSender } from "@/server/modules/events/fan-out";
import type { DeliveryView } from "./present";
import {
  type DeliveryItem,
  type DeliveryRow,
  deliveryFields,
  holdWebhook,
  loadDelivery,
  type WebhookRow,
} from "./store";

/**
 * Sends a delivery again: a new one, linked to it, with the same event id and body, so that receivers can tell.
 * @throws ApiError WEBHOOK_NOT_FOUND; CONFLICT when the webhook is not active or the delivery still has attempts before it
 */
export function redeliver(ctx: Ctx, webhookId: string, deliveryId: string): Promise<DeliveryView> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await holdWebhook(tx, webhookId);
    requireActive(webhook);
    const origin = await loadDelivery(tx, webhook, deliveryId);
    if (origin.status === "pending" || origin.status === "held")
      throw new ApiError("CONFLICT", {
        description: "The delivery is still under way.",
        resolution: "Wait until it has succeeded or failed.",
      });
    await recordAudit(tx, {
      action: "webhook.redeliver",
      resourceType: "webhook",
      resourceId: webhookId,
      changes: { delivery: { to: deliveryId } },
    });
    const [delivery] = await insertCopies(tx, [origin]);
    if (!delivery) throw new Error("The new delivery was not returned");
    wakeSender(tx);
    return { delivery, webhook };
  });
}

/** @throws ApiError CONFLICT */
export function requireActive(webhook: WebhookRow): void {
  if (webhook.status === "active") return;
  throw new ApiError("CONFLICT", {
    description: "The webhook is paused.",
    resolution: "Resume it first.",
  });
}

/** New deliveries of the same events, due at once, with the same bodies. */
export async function insertCopies(tx: Ctx, origins: readonly DeliveryRow[]): Promise<DeliveryItem[]> {
  const copies = origins.map((origin) => copyOf(origin, tx.now()));
  const inserted = await tx.db.insert(webhookDeliveries).values(copies).returning(deliveryFields);
  await tx.db.execute(sql`
    insert into webhook_bodies (workspace_id, delivery_id, body)
    select b.workspace_id, c.id, b.body
    from unnest(
      ${sql.param(copies.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${sql.param(copies.map(({ id }) => id))}::uuid[],
      ${sql.param(copies.map(({ redeliveryOf }) => redeliveryOf))}::uuid[]) as c(workspace_id, id, origin_id)
    join webhook_bodies b on b.workspace_id = c.workspace_id and b.delivery_id = c.origin_id`);
  return inserted;
}

const copyOf = (origin: DeliveryRow, at: Date) => ({
  workspaceId: origin.workspaceId,
  id: newId(),
  webhookId: origin.webhookId,
  eventId: origin.eventId,
  messageId: origin.messageId,
  eventType: origin.eventType,
  subjectUserId: origin.subjectUserId,
  recordId: origin.recordId,
  occurredAt: origin.occurredAt,
  redeliveryOf: origin.id,
  nextAttemptAt: at,
  createdAt: at,
});
