import { type EventType, eventTypes } from "@/drizzle/schema/values";
import type { Via } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import type { Role } from "@/server/access/roles";
import type { Scope } from "@/server/access/scopes";
import { ApiError } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { second } from "@/server/kernel/time/clock";
import { roleReceives, scopeOfEvent } from "./event-scopes";
import { BlockedAddress, checkedAddresses, createResolve, type Resolve } from "./resolve";
import { type Target, targetOf } from "./url-guard";

declare const checked: unique symbol;
/** A valid webhook url. Only `requirePublicUrl` creates one, so that no write can skip the check or resolve inside its transaction. */
export type PublicUrl = string & { readonly [checked]: true };

const isEventType = (text: string): text is EventType => (eventTypes as readonly string[]).includes(text);

/** @throws ApiError WEBHOOK_URL_INVALID when the url is not an absolute https URL on a host that could be public */
export function requireTarget(ctx: Ctx, url: string): Target {
  const target = targetOf(url, ctx.services.settings.webhookAllowHosts);
  if (target) return target;
  throw new ApiError("WEBHOOK_URL_INVALID", {
    details: { fields: [{ path: "url", ...fault("absoluteUrl") }] },
  });
}

/** The events, each once. @throws ApiError WEBHOOK_EVENTS_INVALID */
export function requireEvents(events: readonly string[]): EventType[] {
  const unknown = events.map((type, index) => ({ type, index })).filter(({ type }) => !isEventType(type));
  if (events.length > 0 && unknown.length === 0) return [...new Set(events.filter(isEventType))];
  const fields =
    events.length === 0
      ? [{ path: "events", ...fault("eventNeeded") }]
      : unknown.map(({ index }) => ({
          path: `events.${index}`,
          ...fault("oneOf", { values: eventTypes.join(", ") }),
        }));
  throw new ApiError("WEBHOOK_EVENTS_INVALID", { details: { fields } });
}

/** Checks the form of a webhook's fields, for a create or a change. @throws ApiError WEBHOOK_URL_INVALID, WEBHOOK_EVENTS_INVALID */
export function checkWebhookForm(
  ctx: Ctx,
  { url, events }: { url?: string | undefined; events?: readonly string[] | undefined },
): void {
  if (url !== undefined) requireTarget(ctx, url);
  if (events) requireEvents(events);
}

/** Apps receive leave events only: their user approved no more (decision 13.8). */
function hears(via: Via, scope: Scope): boolean {
  if (via.type === "grant") return scope === "leaves:read";
  return via.type !== "apiKey" || via.scopes.includes(scope);
}

/** Whether an event's capability lies within a role and, when the caller is a key or an app, within its scopes. */
export const canReceive = ({ actor: { via } }: Ctx, role: Role, type: EventType): boolean =>
  roleReceives(role, type) && hears(via, scopeOfEvent(type));

/**
 * Each event's capability must lie within the role of the webhook's owner and, when the caller is a key or an app, within its scopes.
 * @throws ApiError WEBHOOK_EVENTS_NOT_ALLOWED with the scopes in details.requiredScopes
 */
export function requireAllowed(ctx: Ctx, ownerRole: Role, events: readonly EventType[]): void {
  const refused = events.filter((type) => !canReceive(ctx, ownerRole, type));
  if (refused.length === 0) return;
  throw new ApiError("WEBHOOK_EVENTS_NOT_ALLOWED", {
    details: {
      fields: refused.map((type) => ({
        path: "events",
        ...fault("eventScope", { event: type, scope: scopeOfEvent(type) }),
      })),
      requiredScopes: [...new Set(refused.map(scopeOfEvent))],
    },
  });
}

const resolve = createResolve();
const resolveWithinMs = 1.5 * second;
/**
 * Every address of the host must be public. A name without an address, or whose server times out, passes: every attempt checks again and
 * connects only to checked addresses.
 * @throws ApiError WEBHOOK_URL_INVALID
 */
export async function requirePublic(target: Target, ask: Resolve = resolve): Promise<void> {
  if (target.isAllowed) return;
  try {
    await Promise.race([checkedAddresses(target, ask), timeout(resolveWithinMs)]);
  } catch (error) {
    if (error instanceof BlockedAddress)
      throw new ApiError("WEBHOOK_URL_INVALID", {
        ...because("hookAddress", { reason: error.message }),
        details: { fields: [{ path: "url", ...fault("hostPublic") }] },
      });
  }
}

/**
 * `requireTarget` and `requirePublic` for a url. It does DNS lookups: do not call it in a transaction.
 * @throws ApiError WEBHOOK_URL_INVALID
 */
export async function requirePublicUrl(ctx: Ctx, url: string): Promise<PublicUrl> {
  await requirePublic(requireTarget(ctx, url));
  return url as PublicUrl;
}

const timeout = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms).unref();
  });
