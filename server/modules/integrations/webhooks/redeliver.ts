import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { DeliveryView } from "./present";
import { pendingOf, requireActive, sendAgain } from "./send-again";
import { type DeliveryItem, type DeliveryRow, loadDelivery, lockWebhook, type WebhookRow } from "./store";

/**
 * Sends a delivery again. A finished one is copied: a new delivery, linked to it, with the same event id and body, so that receivers can
 * recognise it. One that waits for its next attempt is itself sent now. While the event is pending, a repeated call changes nothing.
 * @returns the delivery that is on its way
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when the webhook is not active
 */
export function redeliver(ctx: Ctx, webhookId: string, deliveryId: string): Promise<DeliveryView> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    requireActive(webhook);
    const origin = await loadDelivery(tx, webhook, deliveryId);
    const [sent] = await sendAgain(tx, webhook, [origin]);
    if (sent)
      await recordAudit(tx, {
        action: "webhook.redeliver",
        resourceType: "webhook",
        resourceId: webhookId,
        changes: { delivery: { to: deliveryId } },
      });
    return { delivery: sent ?? (await pendingFor(tx, webhook, origin)), webhook };
  });
}

/** @throws ApiError CONFLICT when the delivery is held */
async function pendingFor(tx: Ctx, webhook: WebhookRow, origin: DeliveryRow): Promise<DeliveryItem> {
  if (origin.status === "pending") return origin;
  const [pending] = await pendingOf(tx, webhook, [origin]);
  if (pending) return pending;
  throw new ApiError("CONFLICT", {
    ...because("deliveryHeld"),
    resolution: "Pause the webhook, then resume it.",
  });
}
