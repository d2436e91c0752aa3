import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { changeWebhook, lockWebhook, viewOf, type WebhookView } from "./store";

/**
 * Stops deliveries; events are held for 30 days.
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when it is not active
 */
export function pauseWebhook(ctx: Ctx, id: string): Promise<WebhookView> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (webhook.status !== "active") throw new ApiError("CONFLICT", because("hookPausedAlready"));
    const paused = await changeWebhook(tx, webhook, {
      status: "paused",
      pausedReason: "manual",
      pausedAt: tx.now(),
    });
    await recordAudit(tx, {
      action: "webhook.pause",
      resourceType: "webhook",
      resourceId: id,
      changes: { pausedReason: { to: "manual" } },
    });
    return viewOf(tx, paused);
  });
}
