import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { isAnyOf, unnested } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { wakeSender } from "./fan-out";
import { type DeliveryItem, type DeliveryRow, deliveryFields, type WebhookRow } from "./store";

/** @throws ApiError CONFLICT */
export function requireActive(webhook: WebhookRow): void {
  if (webhook.status === "active") return;
  throw new ApiError("CONFLICT", {
    ...because("hookPaused"),
    resolution: "Resume it first.",
  });
}

/** A webhook's deliveries that wait for their next attempt, in SQL: they are not due yet. */
export const waitsForRetry = (now: Date, { id }: WebhookRow): SQL | undefined =>
  and(
    eq(webhookDeliveries.webhookId, id),
    eq(webhookDeliveries.status, "pending"),
    gt(webhookDeliveries.nextAttemptAt, now),
  );

/** Makes the waiting ones among these deliveries due now. @returns them */
async function makeDue(tx: Ctx, webhook: WebhookRow, ids: readonly string[]): Promise<DeliveryItem[]> {
  if (ids.length === 0) return [];
  const made = await scoped(workspaceOf(webhook), webhookDeliveries)
    .update(tx.db)
    .set({ nextAttemptAt: tx.now() })
    .where(and(waitsForRetry(tx.now(), webhook), isAnyOf(webhookDeliveries.id, ids)))
    .returning(deliveryFields);
  if (made.length > 0) wakeSender(tx);
  return made;
}

/**
 * Sends deliveries of a locked, active webhook again: waiting ones become due now, and finished ones get a copy, one per event. No copy is
 * queued while its event is pending; the webhook's row lock serializes concurrent calls.
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
  return [...due, ...(await insertCopies(tx, webhook, [...wanted.values()]))];
}

/** Pending deliveries of the same events. */
export async function pendingOf(
  tx: Ctx,
  webhook: WebhookRow,
  origins: readonly DeliveryRow[],
): Promise<DeliveryItem[]> {
  if (origins.length === 0) return [];
  const messageIds = origins.map(({ messageId }) => messageId);
  return scoped(workspaceOf(webhook), webhookDeliveries)
    .select(tx.db, deliveryFields)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhook.id),
        eq(webhookDeliveries.status, "pending"),
        isAnyOf(webhookDeliveries.messageId, messageIds),
      ),
    );
}

const copyBodies = statement(sql`
  insert into webhook_bodies (workspace_id, delivery_id, body)
  select b.workspace_id, c.id, b.body
  from ${unnested("c", { id: "uuid", origin_id: "uuid" })}
  join webhook_bodies b on b.delivery_id = c.origin_id
  where b.workspace_id = ${sql.placeholder("workspaceId")}::uuid`);

/** New deliveries of the same events, due at once, with the same bodies. */
async function insertCopies(
  tx: Ctx,
  { workspaceId }: WebhookRow,
  origins: readonly DeliveryRow[],
): Promise<DeliveryItem[]> {
  if (origins.length === 0) return [];
  const copies = origins.map((origin) => copyOf(origin, tx.now()));
  const inserted = await tx.db.insert(webhookDeliveries).values(copies).returning(deliveryFields);
  await copyBodies(tx.db, {
    workspaceId,
    id: arrayOf(copies.map(({ id }) => id)),
    origin_id: arrayOf(copies.map(({ redeliveryOf }) => redeliveryOf)),
  });
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
