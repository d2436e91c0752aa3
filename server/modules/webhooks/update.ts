import { type Ctx, inTransaction } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { ApiError } from "@/server/kernel/errors";
import { changesOf } from "@/server/modules/audit/changes";
import { recordAudit } from "@/server/modules/audit/record";
import { requireAllowed, requireEvents, requirePublic, requireTarget } from "./check-input";
import type { WebhookPatch } from "./schema";
import { changeWebhook, holdWebhook, loadWebhook, viewOf, type WebhookRow, type WebhookView } from "./store";

/**
 * Changes a webhook. Pending deliveries go to the new url.
 * @throws ApiError WEBHOOK_NOT_FOUND, WEBHOOK_URL_INVALID, WEBHOOK_EVENTS_INVALID, WEBHOOK_EVENTS_NOT_ALLOWED, CONFLICT when it is
 * revoked
 */
export async function updateWebhook(ctx: Ctx, id: string, patch: WebhookPatch): Promise<WebhookView> {
  const { events: wanted, ...rest } = patch;
  const target = patch.url === undefined ? null : requireTarget(ctx, patch.url);
  const events = wanted && requireEvents(wanted);
  const seen = await loadWebhook(ctx, id);
  if (events) requireAllowed(ctx, await roleOfOwner(ctx, seen), events);
  // Before the webhook is held: a name server may take its time.
  if (target) await requirePublic(target);
  return inTransaction(ctx, async (tx) => {
    const before = await holdWebhook(tx, id);
    const change = { ...rest, ...(events && { events }) };
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

/** An administrator may change somebody else's webhook, but not beyond what its owner may be told. */
async function roleOfOwner(ctx: Ctx, { workspaceId, ownerId }: WebhookRow) {
  if (ownerId === ctx.actor.userId) return ctx.actor.role;
  const owner = await loadActor(ctx.db, workspaceId, ownerId, { type: "operator" });
  if (owner) return owner.role;
  throw new ApiError("CONFLICT", { description: "The webhook's owner isn't active." });
}
