import { eq } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { loadWebhook } from "./store";

/** The webhook of a delivery, for callers that have only the delivery's id. @throws ApiError WEBHOOK_NOT_FOUND */
export async function findWebhookOfDelivery(ctx: Ctx, id: string): Promise<string> {
  const [row] = await scoped(workspaceOf(ctx.actor), webhookDeliveries)
    .select(ctx.db, { webhookId: webhookDeliveries.webhookId })
    .where(eq(webhookDeliveries.id, id));
  if (!row) throw new ApiError("WEBHOOK_NOT_FOUND");
  return (await loadWebhook(ctx, row.webhookId)).id;
}
