import { webhooks } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import type { LockedGrant } from "@/server/access/lock-grant";
import { newId } from "@/server/kernel/ids";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { CheckedCreate } from "./check-create";
import { newSecret } from "./secret";
import { enqueueTest } from "./send-test";
import type { WebhookView } from "./store";

export type CreatedWebhook = WebhookView & {
  /** Shown once. */
  secret: string;
};

/**
 * Subscribes an https URL to events; the caller becomes the owner. A webhook.test is queued in the same transaction.
 * @param hookOf the approval of the app that makes it, which gets no test: any delivery there would trigger a user's automation
 */
export function createWebhook(
  ctx: Ctx,
  input: CheckedCreate,
  hookOf: LockedGrant | null = null,
): Promise<CreatedWebhook> {
  const { ownerId, url, events, description } = input;
  return inTransaction(ctx, async (tx) => {
    const id = newId();
    const { plain, ...sealed } = newSecret(tx.services, id);
    const now = tx.now();
    const [webhook] = await tx.db
      .insert(webhooks)
      .values({
        workspaceId: tx.actor.workspaceId,
        id,
        ownerId,
        keyId: tx.actor.via.type === "apiKey" ? tx.actor.via.keyId : null,
        ...hookOf,
        url,
        description,
        events,
        status: "active",
        ...sealed,
        secretMadeAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!webhook) throw new Error("The new webhook was not returned");
    await recordAudit(tx, {
      action: "webhook.create",
      resourceType: "webhook",
      resourceId: id,
      changes: { url: { to: webhook.url }, events: { to: events }, description: { to: webhook.description } },
    });
    if (!hookOf) await enqueueTest(tx, webhook);
    return { webhook, lastDelivery: null, secret: plain };
  });
}
