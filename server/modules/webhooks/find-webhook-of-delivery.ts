import { and, eq } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { loadWebhook } from "./store";

/** The webhook that a delivery belongs to, for who knows the delivery's id alone. @throws ApiError WEBHOOK_NOT_FOUND */
export async function findWebhookOfDelivery(ctx: Ctx, id: string): Promise<string> {
  const [row] = await ctx.db
    .select({ webhookId: webhookDeliveries.webhookId })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.workspaceId, ctx.actor.workspaceId), eq(webhookDeliveries.id, id)));
  if (!row) throw new ApiError("WEBHOOK_NOT_FOUND");
  return (await loadWebhook(ctx, row.webhookId)).id;
}
