import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { wakeSender } from "./fan-out";
import { type DeliveryItem, type DeliveryRow, deliveryFields, type WebhookRow } from "./store";

/** @throws ApiError CONFLICT */
export function requireActive(webhook: WebhookRow): void {
  if (webhook.status === "active") return;
  throw new ApiError("CONFLICT", {
    description: "The webhook is paused.",
    resolution: "Resume it first.",
  });
}

/** Deliveries of a webhook that wait for their next attempt, in SQL: they are not due yet. */
export const waitsForRetry = (now: Date, { workspaceId, id }: WebhookRow): SQL | undefined =>
  and(
    eq(webhookDeliveries.workspaceId, workspaceId),
    eq(webhookDeliveries.webhookId, id),
    eq(webhookDeliveries.status, "pending"),
    gt(webhookDeliveries.nextAttemptAt, now),
  );

/** Makes those of the deliveries that wait for their next attempt due now. @returns them */
async function makeDue(tx: Ctx, webhook: WebhookRow, ids: readonly string[]): Promise<DeliveryItem[]> {
  if (ids.length === 0) return [];
  const among = sql`${webhookDeliveries.id} = any(${sql.param([...ids])}::uuid[])`;
  const made = await tx.db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: tx.now() })
    .where(and(waitsForRetry(tx.now(), webhook), among))
    .returning(deliveryFields);
  if (made.length > 0) wakeSender(tx);
  return made;
}

/**
 * Sends deliveries of a webhook again that is held and active: what waits for its next attempt is due now, of what is over a copy is
 * queued, one for each event. While an event is still pending nothing is queued for it; the webhook's lock decides of calls at once.
 * @returns what was made due or queued
 */
export async function sendAgain(
  tx: Ctx,
  webhook: WebhookRow,
  origins: readonly DeliveryRow[],
): Promise<DeliveryItem[]> {
  const waiting = origins.filter(({ status }) => status === "pending").map(({ id }) => id);
  const due = await makeDue(tx, webhook, waiting);
  const over = origins.filter(({ status }) => status !== "pending" && status !== "held");
  const pending = await pendingOf(tx, webhook, over);
  const wanted = new Map(over.map((origin) => [origin.messageId, origin]));
  for (const { messageId } of pending) wanted.delete(messageId);
  return [...due, ...(await insertCopies(tx, [...wanted.values()]))];
}

/** What is still pending of the same events. */
export async function pendingOf(
  tx: Ctx,
  webhook: WebhookRow,
  origins: readonly DeliveryRow[],
): Promise<DeliveryItem[]> {
  if (origins.length === 0) return [];
  return tx.db
    .select(deliveryFields)
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.workspaceId, webhook.workspaceId),
        eq(webhookDeliveries.webhookId, webhook.id),
        eq(webhookDeliveries.status, "pending"),
        sql`${webhookDeliveries.messageId} = any(${sql.param(origins.map(({ messageId }) => messageId))}::text[])`,
      ),
    );
}

/** New deliveries of the same events, due at once, with the same bodies. */
async function insertCopies(tx: Ctx, origins: readonly DeliveryRow[]): Promise<DeliveryItem[]> {
  if (origins.length === 0) return [];
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
  wakeSender(tx);
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
