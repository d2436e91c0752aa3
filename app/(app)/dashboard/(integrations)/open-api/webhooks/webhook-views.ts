import type { inferRouterOutputs } from "@trpc/server";
import { type KeyWords, refusalOf } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";
import type { Role } from "@/server/access/roles";
import type { AppRouter } from "@/server/api/trpc";

/** Adds to each event why the role may not subscribe to it. On the server, so that the browser needs no scope texts. */
export const eventViews = (t: KeyWords, role: Role, events: readonly EventFacts[]): EventView[] =>
  events.map((event) => ({
    ...event,
    refusal: event.isSubscribable || !event.scope ? null : refusalOf(t, role, event.scope),
  }));

type Answers = inferRouterOutputs<AppRouter>["webhooks"];

/** A webhook in the list. */
export type WebhookListed = Answers["page"]["items"][number];
/** One webhook with its health and the state of its secret. */
export type WebhookView = Answers["get"];
/** An event, and whether the signed-in user may subscribe to it. */
export type EventFacts = Answers["events"][number];
/** With the reason when they may not. */
export type EventView = EventFacts & { refusal: string | null };
/** A delivery as listed in the log. */
export type DeliveryView = Answers["deliveries"]["items"][number];
/** A delivery with every attempt. */
export type DeliveryDetail = Answers["delivery"];
export type AttemptView = DeliveryDetail["attemptLog"][number];
