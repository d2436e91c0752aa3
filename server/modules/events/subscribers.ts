import type { events } from "@/drizzle/schema/events";
import type { QuotaReset, RolloverExpiry } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";

/** An event as it is told; where it stands among the others is the database's to say. */
export type EventRow = Omit<typeof events.$inferSelect, "recordedAt">;

/** What a location says of accounting years. */
export interface YearsOfLocation {
  quotaReset: QuotaReset;
  /** `MM-DD`. */
  yearStart: string;
  rolloverExpiry: RolloverExpiry | null;
}

/** What a subscriber is told, each inside the transaction of the change: what it writes commits with it or not at all. */
export interface Notices {
  /** Events were written, in this order. */
  recorded: readonly EventRow[];
  /** Those whose turn it is to decide a leave are to be reminded of it, because its person asked for it on a day (`YYYY-MM-DD`). */
  reminded: { leaveId: string; version: number; on: string };
  /** Somebody can no longer sign in. */
  deactivated: { userId: string };
  /** Somebody's apps were disconnected: the approvals that ended. */
  disconnected: { grantIds: readonly string[] };
  /** The first or last day of work of somebody who is held is about to change to these (`YYYY-MM-DD`); what is absent stays. */
  employmentChanging: {
    userId: string;
    startDate?: string | null | undefined;
    endDate?: string | null | undefined;
  };
  /** The accounting years of all who work at a location are about to change; who refuses it throws. */
  yearsChanging: { locationId: string; to: YearsOfLocation };
  /** An API key was ended, by somebody who wants its webhooks paused as well, or not. */
  revoked: { keyId: string; pauseWebhooks: boolean };
}

export type Subscriber = { [Notice in keyof Notices]?: (tx: Ctx, notice: Notices[Notice]) => Promise<void> };

// Next's own copy of this module and ours must find the same subscribers.
const shared = globalThis as typeof globalThis & { timeawaySubscribers?: Map<string, Subscriber> };
shared.timeawaySubscribers ??= new Map();
const subscribers = shared.timeawaySubscribers;

/** Who is told from now on; the latest one of a name counts. For whoever puts the program together: events know nobody. */
export function subscribe(name: string, subscriber: Subscriber): void {
  subscribers.set(name, subscriber);
}

/**
 * Tells every subscriber, in the open transaction.
 * @throws when nobody has subscribed at all: the program was put together wrongly, and what happened would be lost in silence
 */
export async function tell<Notice extends keyof Notices>(
  tx: Ctx,
  notice: Notice,
  told: Notices[Notice],
): Promise<void> {
  if (subscribers.size === 0) throw new Error("Nobody has subscribed to events");
  // Sent together, so that they cost one round trip.
  await Promise.all([...subscribers.values()].map((subscriber) => subscriber[notice]?.(tx, told)));
}
