import type { events } from "@/drizzle/schema/events";
import type { LeaveStatus, QuotaReset, RolloverExpiry } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";

/** An event as subscribers receive it; the database sets its position among the others. */
export type EventRow = Omit<typeof events.$inferSelect, "recordedAt">;

/** The accounting-year settings of a location. */
export interface YearsOfLocation {
  quotaReset: QuotaReset;
  /** `MM-DD`. */
  yearStart: string;
  rolloverExpiry: RolloverExpiry | null;
}

interface AddedFile {
  id: string;
  leaveId: string;
  uploadedById: string | null;
  createdAt: Date;
}

/** What subscribers are notified of, each inside the transaction of the change: a subscriber's writes commit with it or not at all. */
export interface Notices {
  /** Events were written, in this order. */
  recorded: readonly EventRow[];
  /** The current approvers of a leave need a reminder, because its owner requested one on a day (`YYYY-MM-DD`). */
  reminded: { leaveId: string; version: number; on: string };
  /** Leave was judged by its rules: the day on which the earliest of them wants a certificate (`YYYY-MM-DD`), null for none. */
  certificatesJudged: {
    leaves: readonly { leaveId: string; dueOn: string | null }[];
    when: "judged" | "moved" | "imported";
  };
  /** A file was added to a leave, whose row is locked. */
  fileAdded: AddedFile;
  /** A file of a leave was deleted; `rest` are its others, the oldest first. */
  fileDeleted: AddedFile & { rest: readonly AddedFile[] };
  /** A certificate of a leave is asked for, or its day has moved: when its person is mailed that it is due. */
  certificateAsked: { leaveId: string; status: LeaveStatus; isNew: boolean; dueMailAt: Date };
  /** A user can no longer sign in. */
  deactivated: { userId: string };
  /** Users are no longer active administrators, or have an address that is not proven; their rows say so. A subscriber that refuses throws. */
  administratorsEnded: { userIds: readonly string[] };
  /** A user's apps were disconnected: the approvals that ended. */
  disconnected: { grantIds: readonly string[] };
  /**
   * The first or last day of employment of a locked employee is about to change to these (`YYYY-MM-DD`); an absent field does not change.
   */
  employmentChanging: {
    userId: string;
    startDate?: string | null | undefined;
    endDate?: string | null | undefined;
  };
  /** The accounting years of all employees of a location are about to change; a subscriber that refuses throws. */
  yearsChanging: { locationId: string; to: YearsOfLocation };
  /** An API key was ended, with or without pausing its webhooks. */
  revoked: { keyId: string; pauseWebhooks: boolean };
}

export type Subscriber = { [Notice in keyof Notices]?: (tx: Ctx, notice: Notices[Notice]) => Promise<void> };

// Next's own copy of this module and ours must share the subscribers.
const shared = globalThis as typeof globalThis & { timeawaySubscribers?: Map<string, Subscriber> };
shared.timeawaySubscribers ??= new Map();
const subscribers = shared.timeawaySubscribers;

/**
 * Registers a subscriber from now on; the latest one of a name counts. Called where the program is assembled: this module imports no
 * subscriber.
 */
export function subscribe(name: string, subscriber: Subscriber): void {
  subscribers.set(name, subscriber);
}

/**
 * Notifies every subscriber, in the open transaction.
 * @throws when there are no subscribers at all: the program was assembled wrongly, and the event would be lost silently
 */
export async function tell<Notice extends keyof Notices>(
  tx: Ctx,
  notice: Notice,
  payload: Notices[Notice],
): Promise<void> {
  if (subscribers.size === 0) throw new Error("No one has subscribed to events");
  // Sent together, so that they cost one round trip.
  await Promise.all([...subscribers.values()].map((subscriber) => subscriber[notice]?.(tx, payload)));
}
