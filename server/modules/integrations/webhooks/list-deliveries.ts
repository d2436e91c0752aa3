import { and, desc, eq, gt, lt, type SQL } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { plus } from "@/server/kernel/time/clock";
import { keptMs } from "./policy";
import type { DeliveryView } from "./present";
import { deliveryFields, loadWebhook, type WebhookRow } from "./store";

interface ListInput {
  limit: number;
  after: Position | null;
}

/**
 * A webhook's deliveries of the last 30 days, newest first.
 * @throws ApiError WEBHOOK_NOT_FOUND
 */
export async function listDeliveries(
  ctx: Ctx,
  webhookId: string,
  { limit, after }: ListInput,
): Promise<Page<DeliveryView>> {
  const webhook = await loadWebhook(ctx, webhookId);
  const rows = await scoped(workspaceOf(webhook), webhookDeliveries)
    .select(ctx.db, deliveryFields)
    .where(and(ofWebhook(ctx, webhook), after ? lt(webhookDeliveries.id, after.id) : undefined))
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit + 1);
  const { items, next } = pageOf(rows, limit, ({ id }) => ({ key: "", id }));
  return { items: items.map((delivery) => ({ delivery, webhook })), next };
}

/** A webhook's deliveries within the retention. */
export const ofWebhook = (ctx: Ctx, { id }: WebhookRow): SQL | undefined =>
  and(eq(webhookDeliveries.webhookId, id), gt(webhookDeliveries.createdAt, plus(ctx.now(), -keptMs)));
