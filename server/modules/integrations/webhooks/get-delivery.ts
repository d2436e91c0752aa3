import { asc, eq } from "drizzle-orm";
import { webhookAttempts, webhookBodies } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { DeliveryView } from "./present";
import { type DeliveryRow, loadDelivery, loadWebhook } from "./store";

export interface DeliveryDetailRow extends DeliveryView<DeliveryRow> {
  /** Null before the first attempt. */
  body: string | null;
  attempts: (typeof webhookAttempts.$inferSelect)[];
}

/** One delivery with its body and every attempt, oldest first. @throws ApiError WEBHOOK_NOT_FOUND */
export async function getDelivery(ctx: Ctx, webhookId: string, id: string): Promise<DeliveryDetailRow> {
  const webhook = await loadWebhook(ctx, webhookId);
  const delivery = await loadDelivery(ctx, webhook, id);
  const attempts = await scoped(workspaceOf(webhook), webhookAttempts)
    .selectAll(ctx.db)
    .where(eq(webhookAttempts.deliveryId, id))
    .orderBy(asc(webhookAttempts.number));
  const [made] = await scoped(workspaceOf(webhook), webhookBodies)
    .selectAll(ctx.db)
    .where(eq(webhookBodies.deliveryId, id));
  return { delivery, webhook, body: made?.body ?? null, attempts };
}
