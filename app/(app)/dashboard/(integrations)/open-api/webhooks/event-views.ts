import { type KeyWords, refusalOf } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";
import type {
  EventFacts,
  EventView,
} from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";
import type { Role } from "@/server/access/roles";

/** Adds to each event why the role may not subscribe to it. On the server, so that the browser needs no scope texts. */
export const eventViews = (t: KeyWords, role: Role, events: readonly EventFacts[]): EventView[] =>
  events.map((event) => ({
    ...event,
    refusal: event.isSubscribable || !event.scope ? null : refusalOf(t, role, event.scope),
  }));
