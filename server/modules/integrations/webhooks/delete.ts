import { type Ctx, inTransaction } from "@/server/access/ctx";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { changeWebhook, lockWebhook } from "./store";

/**
 * Revokes a webhook for good; it stays readable. Its pending deliveries are cancelled.
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when it is revoked already
 */
export function deleteWebhook(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    await changeWebhook(tx, webhook, {
      status: "revoked",
      revokedAt: tx.now(),
      revocationReason: "deleted",
      pausedReason: null,
      pausedAt: null,
    });
    await recordAudit(tx, { action: "webhook.delete", resourceType: "webhook", resourceId: id });
  });
}
