import { type Ctx, inTransaction } from "@/server/access/ctx";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { CheckedPatch } from "./check-update";
import { changeWebhook, lockWebhook, viewOf, type WebhookRow, type WebhookView } from "./store";

/**
 * Changes a webhook. Pending deliveries go to the new url.
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when it is revoked
 */
export function updateWebhook(ctx: Ctx, id: string, change: CheckedPatch): Promise<WebhookView> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx, id);
    const after = await changeWebhook(tx, before, change);
    await recordAudit(tx, {
      action: "webhook.update",
      resourceType: "webhook",
      resourceId: id,
      changes: changesOf<Partial<WebhookRow>>(before, change),
    });
    return viewOf(tx, after);
  });
}
