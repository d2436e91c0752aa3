import type { EventType } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import {
  type PublicUrl,
  requireAllowed,
  requireEvents,
  requirePublicUrl,
  requireTarget,
} from "./check-input";
import type { WebhookPatch } from "./schema";
import { loadWebhook, type WebhookRow } from "./store";

/** A checked change of a webhook. */
export type CheckedPatch = Omit<WebhookPatch, "url" | "events"> & { url?: PublicUrl; events?: EventType[] };

/**
 * All checks of a change; the DNS lookup comes last. Runs before the transaction.
 * @throws ApiError WEBHOOK_NOT_FOUND, WEBHOOK_URL_INVALID, WEBHOOK_EVENTS_INVALID, WEBHOOK_EVENTS_NOT_ALLOWED, CONFLICT when its owner is
 * not active, or an app made it
 */
export async function checkUpdate(ctx: Ctx, id: string, patch: WebhookPatch): Promise<CheckedPatch> {
  const { url, events: wanted, ...rest } = patch;
  if (url !== undefined) requireTarget(ctx, url);
  const events = wanted && requireEvents(wanted);
  const seen = await loadWebhook(ctx, id);
  if (seen.grantId !== null)
    throw new ApiError("CONFLICT", {
      ...because("hookOfApp"),
      resolution: "Change it in the app, or delete it.",
    });
  if (events) requireAllowed(ctx, await roleOfOwner(ctx, seen), events);
  return {
    ...rest,
    ...(events && { events }),
    ...(url !== undefined && { url: await requirePublicUrl(ctx, url) }),
  };
}

/** An administrator may change another user's webhook, but only within its owner's rights. */
async function roleOfOwner(ctx: Ctx, { workspaceId, ownerId }: WebhookRow) {
  if (ownerId === ctx.actor.userId) return ctx.actor.role;
  const owner = await loadActor(ctx.db, workspaceId, ownerId, { type: "operator" });
  if (owner) return owner.role;
  throw new ApiError("CONFLICT", because("hookOwnerInactive"));
}
