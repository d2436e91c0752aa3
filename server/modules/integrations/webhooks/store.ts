import { and, desc, eq, type SQL } from "drizzle-orm";
import { webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** The columns of a delivery in lists. */
export const deliveryFields = {
  id: webhookDeliveries.id,
  webhookId: webhookDeliveries.webhookId,
  messageId: webhookDeliveries.messageId,
  eventType: webhookDeliveries.eventType,
  subjectUserId: webhookDeliveries.subjectUserId,
  recordId: webhookDeliveries.recordId,
  status: webhookDeliveries.status,
  redeliveryOf: webhookDeliveries.redeliveryOf,
  attemptCount: webhookDeliveries.attemptCount,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  attemptedAt: webhookDeliveries.attemptedAt,
  httpStatus: webhookDeliveries.httpStatus,
  durationMs: webhookDeliveries.durationMs,
  error: webhookDeliveries.error,
  occurredAt: webhookDeliveries.occurredAt,
  createdAt: webhookDeliveries.createdAt,
  completedAt: webhookDeliveries.completedAt,
};
export type DeliveryItem = Pick<DeliveryRow, keyof typeof deliveryFields>;

/** A webhook with the additional data of its single read. */
export interface WebhookView {
  webhook: WebhookRow;
  lastDelivery: DeliveryItem | null;
}

/** Webhooks follow the key owner: administrators see all of the company, others their own. */
export function visible({ actor }: Ctx): SQL | undefined {
  const { workspaceId, role, userId } = actor;
  return role === "ADMIN" ? undefined : eq(webhooks.ownerId, userId ?? workspaceId);
}

const notFound = () => new ApiError("WEBHOOK_NOT_FOUND");

/** @throws ApiError WEBHOOK_NOT_FOUND when it does not exist or belongs to another user */
export async function loadWebhook(ctx: Ctx, id: string): Promise<WebhookRow> {
  const [row] = await scoped(workspaceOf(ctx.actor), webhooks)
    .selectAll(ctx.db)
    .where(and(visible(ctx), eq(webhooks.id, id)));
  if (!row) throw notFound();
  return row;
}

/**
 * Loads a webhook for a write and locks its row until the transaction ends.
 * @throws ApiError WEBHOOK_NOT_FOUND; CONFLICT when it is revoked
 */
export async function lockWebhook(tx: Ctx, id: string): Promise<WebhookRow> {
  const [row] = await scoped(workspaceOf(tx.actor), webhooks)
    .selectAll(tx.db)
    .where(and(visible(tx), eq(webhooks.id, id)))
    .for("no key update");
  if (!row) throw notFound();
  if (row.status === "revoked")
    throw new ApiError("CONFLICT", {
      ...because("hookRevoked"),
      resolution: "Create a new webhook.",
    });
  return row;
}

/** Changes a webhook whose row is locked. */
export async function changeWebhook(
  tx: Ctx,
  webhook: WebhookRow,
  change: Partial<WebhookRow>,
): Promise<WebhookRow> {
  const [row] = await scoped(workspaceOf(webhook), webhooks)
    .update(tx.db)
    .set({ ...change, updatedAt: tx.now() })
    .where(eq(webhooks.id, webhook.id))
    .returning();
  if (!row) throw notFound();
  return row;
}

/** The most recently queued delivery. */
export async function findLastDelivery(ctx: Ctx, { id }: { id: string }): Promise<DeliveryItem | null> {
  const [row] = await scoped(workspaceOf(ctx.actor), webhookDeliveries)
    .select(ctx.db, deliveryFields)
    .where(eq(webhookDeliveries.webhookId, id))
    .orderBy(desc(webhookDeliveries.id))
    .limit(1);
  return row ?? null;
}

export const viewOf = async (ctx: Ctx, webhook: WebhookRow): Promise<WebhookView> => ({
  webhook,
  lastDelivery: await findLastDelivery(ctx, webhook),
});

/** One delivery of a webhook that the caller may see. @throws ApiError WEBHOOK_NOT_FOUND, RESOURCE_NOT_FOUND */
export async function loadDelivery(ctx: Ctx, webhook: WebhookRow, id: string): Promise<DeliveryRow> {
  const [row] = await scoped(workspaceOf(webhook), webhookDeliveries)
    .selectAll(ctx.db)
    .where(and(eq(webhookDeliveries.webhookId, webhook.id), eq(webhookDeliveries.id, id)));
  if (row) return row;
  throw new ApiError("WEBHOOK_NOT_FOUND", because("deliveryMissing"));
}
