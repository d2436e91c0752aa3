import type { EventType } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { requireAddOn } from "@/server/modules/workspace/settings/require-add-on";
import {
  type PublicUrl,
  requireAllowed,
  requireEvents,
  requirePublicUrl,
  requireTarget,
} from "./check-input";
import type { WebhookCreate } from "./schema";

/** The checked input of a new webhook. */
export interface CheckedCreate {
  ownerId: string;
  url: PublicUrl;
  events: EventType[];
  description: string | null;
}

/**
 * All checks of a new webhook; the DNS lookup comes last. Runs before the transaction.
 * @throws ApiError WEBHOOK_URL_INVALID, WEBHOOK_EVENTS_INVALID, WEBHOOK_EVENTS_NOT_ALLOWED, FORBIDDEN without the add-on
 */
export async function checkCreate(ctx: Ctx, input: WebhookCreate): Promise<CheckedCreate> {
  const { userId: ownerId, role } = ctx.actor;
  if (!ownerId) throw new ApiError("FORBIDDEN");
  await requireAddOn(ctx);
  requireTarget(ctx, input.url);
  const events = requireEvents(input.events);
  requireAllowed(ctx, role, events);
  return {
    ownerId,
    url: await requirePublicUrl(ctx, input.url),
    events,
    description: input.description ?? null,
  };
}
