import { webhooks } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { recordAudit } from "@/server/modules/audit/record";
import { requireAddOn } from "@/server/modules/workspaces/require-add-on";
import { requireAllowed, requireEvents, requirePublic, requireTarget } from "./check-input";
import type { WebhookCreate } from "./schema";
import { newSecret } from "./secret";
import { enqueueTest } from "./send-test";
import type { WebhookView } from "./store";

export type CreatedWebhook = WebhookView & {
  /** Shown once. */
  secret: string;
};

/**
 * Subscribes an https URL to events, owned by whoever asks. A webhook.test is queued in the same transaction.
 * @throws ApiError WEBHOOK_URL_INVALID, WEBHOOK_EVENTS_INVALID, WEBHOOK_EVENTS_NOT_ALLOWED, FORBIDDEN without the add-on
 */
export async function createWebhook(ctx: Ctx, input: WebhookCreate): Promise<CreatedWebhook> {
  const { userId: ownerId, role } = ctx.actor;
  if (!ownerId) throw new ApiError("FORBIDDEN");
  await requireAddOn(ctx);
  const target = requireTarget(ctx, input.url);
  const events = requireEvents(input.events);
  requireAllowed(ctx, role, events);
  await requirePublic(target);
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
        url: input.url,
        description: input.description ?? null,
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
    await enqueueTest(tx, webhook);
    return { webhook, lastDelivery: null, secret: plain };
  });
}
