import { testEvent } from "@/drizzle/schema/values";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { newId, newMessageId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { wakeSender } from "./fan-out";
import type { DeliveryView } from "./present";
import { deliveryFields, lockWebhook, type WebhookRow } from "./store";

/** Queues webhook.test in the open transaction. */
export async function enqueueTest(tx: Ctx, webhook: WebhookRow): Promise<DeliveryView> {
  const now = tx.now();
  const [delivery] = await tx.db
    .insert(webhookDeliveries)
    .values({
      workspaceId: webhook.workspaceId,
      id: newId(),
      webhookId: webhook.id,
      messageId: newMessageId(),
      eventType: testEvent,
      occurredAt: now,
      nextAttemptAt: now,
      createdAt: now,
    })
    .returning(deliveryFields);
  if (!delivery) throw new Error("The test delivery was not returned");
  wakeSender(tx);
  return { delivery, webhook };
}

/**
 * Sends webhook.test, also to a paused webhook: to check whether it can be resumed.
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when it is revoked or its owner is inactive
 */
export function sendTest(ctx: Ctx, id: string): Promise<DeliveryView> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (webhook.pausedReason === "owner_inactive") throw new ApiError("CONFLICT", because("hookPausedOwner"));
    await recordAudit(tx, { action: "webhook.test", resourceType: "webhook", resourceId: id });
    return enqueueTest(tx, webhook);
  });
}
