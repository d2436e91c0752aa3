import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { changeWebhook, lockWebhook, viewOf, type WebhookView } from "./store";

/**
 * Ends the previous secret early; the current one stays.
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when it is revoked or only one secret signs
 */
export function endOverlap(ctx: Ctx, id: string): Promise<WebhookView> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    const { previousSecretUntil } = webhook;
    if (!previousSecretUntil || previousSecretUntil <= tx.now())
      throw new ApiError("CONFLICT", because("noPreviousSecret"));
    const after = await changeWebhook(tx, webhook, { previousSecret: null, previousSecretUntil: null });
    await recordAudit(tx, {
      action: "webhook.end_overlap",
      resourceType: "webhook",
      resourceId: id,
      changes: { previousSecretUntil: { from: previousSecretUntil, to: null } },
    });
    return viewOf(tx, after);
  });
}
