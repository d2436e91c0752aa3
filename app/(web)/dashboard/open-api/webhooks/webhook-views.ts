import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

type Answers = inferRouterOutputs<AppRouter>["webhooks"];

/** A webhook of the list. */
export type WebhookListed = Answers["list"][number];
/** One webhook with how it does and how its secret stands. */
export type WebhookView = Answers["get"];
/** An event that can be sent, and whether the signed-in person may subscribe to it. */
export type EventFacts = Answers["events"][number];
/** With the reason, when they may not. */
export type EventView = EventFacts & { refusal: string | null };
/** A delivery as the log lists it. */
export type DeliveryView = Answers["deliveries"]["items"][number];
/** A delivery with every attempt. */
export type DeliveryDetail = Answers["delivery"];
export type AttemptView = DeliveryDetail["attemptLog"][number];
