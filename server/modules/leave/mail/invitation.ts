import { isAwayStatus } from "@/drizzle/schema/values";
import type { Settings } from "@/server/kernel/env";
import { addressOf, type MailCalendar } from "@/server/kernel/mail/mail";
import { encodeId } from "@/server/kernel/schema";
import { countedDays } from "@/server/modules/leave/calendars/day-fraction";
import { busyStatuses, leaveUid, timesOf } from "@/server/modules/leave/feeds/compose-events";
import { type CalendarEvent, invitationText } from "@/server/modules/leave/feeds/icalendar";
import { nameIn } from "@/server/modules/leave/type-names/name-in";
import { wordsOf } from "@/server/words/words";
import type { Notice } from "./claim";
import type { Recipient } from "./find-recipients";
import type { OutcomeLeave } from "./read-outcomes";

/** Approved leave is an invitation, which later ones replace; leave that is no longer approved cancels it (RFC 5546, 3.2.2, 3.2.5). */
const methodOf = ({ status, previousStatus }: Notice): MailCalendar["method"] | null => {
  if (status === "APPROVED") return "REQUEST";
  return previousStatus === "APPROVED" ? "CANCEL" : null;
};

/**
 * The calendar part of a mail to the leave's owner (RFC 6047). A private type shows only "Away", since colleagues may have access to that
 * calendar.
 */
export function invitationOf(
  { appUrl, emailFrom }: Pick<Settings, "appUrl" | "emailFrom">,
  notice: Notice,
  outcome: OutcomeLeave,
  to: Recipient,
): MailCalendar | undefined {
  const method = methodOf(notice);
  if (method === null) return undefined;
  const { leave, type, isPrivate, calendarStatus, timezone } = outcome;
  const [first, ...others] = timesOf({
    ...{ time: leave, timezone, ends: outcome.ends },
    days: countedDays(outcome.counts),
  });
  if (first === undefined) return undefined;
  const event: CalendarEvent = {
    uid: leaveUid(leave.id),
    sequence: leave.version,
    changedAt: leave.updatedAt,
    summary: isPrivate ? wordsOf(to.locale).say("feed.away") : nameIn(type, to.locale),
    time: first.time,
    again: others.flatMap(({ time }) => ("start" in time ? [time.start] : [])),
    status: "CONFIRMED",
    isPrivate,
    isBusy: isAwayStatus(calendarStatus),
    busyStatus: busyStatuses[calendarStatus],
    url: leave.status === "DELETED" ? null : `${appUrl}/dashboard/leaves/${encodeId("leave", leave.id)}`,
    invitation: {
      organizer: addressOf(emailFrom),
      attendee: { address: to.email, name: to.name },
      isCancelled: method === "CANCEL",
    },
  };
  return { method, text: invitationText(method, event) };
}
