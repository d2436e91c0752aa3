import type { ShownLeave } from "@/drizzle/schema/leave-mails";
import type { MailKind, PushKind } from "@/drizzle/schema/values";
import type { MailCalendar } from "@/server/kernel/mail/mail";
import type { MailBlock } from "@/server/kernel/mail/mail-layout";
import type { Recipient } from "./find-recipients";

/** A mail about a leave, before it is rendered. */
export interface Letter {
  kind: MailKind;
  to: Recipient;
  subject: string;
  /** @param link the decision link; empty for a letter without one */
  blocks(link: string): MailBlock[];
  /** The calendar event to add or cancel. */
  calendar?: MailCalendar | undefined;
  /** The letter's decision link. */
  link?: { version: number; reminderDays: number; shown: ShownLeave };
}

/**
 * A push notification about a leave. A lock screen shows it: it has the subject of the mail, which tells who and when, and neither type nor
 * reason (decision 18.43).
 */
export interface LeavePush {
  kind: PushKind;
  to: Recipient;
  title: string;
  text: string;
  /** The page that a click opens: a path of the app. */
  path: string;
  expiresAt?: Date;
}

/** What goes out for a notice. */
export interface Outgoing {
  letters: readonly Letter[];
  pushes: readonly LeavePush[];
}

/** The state of a leave that is stored with a link. */
export const shownOf = ({
  startDate,
  endDate,
  isFullDayLeave,
  startHour,
  startMinute,
  endHour,
  endMinute,
  startPart,
  endPart,
  leaveTypeId,
  durationWorkingDays,
}: ShownLeave): ShownLeave => ({
  startDate,
  endDate,
  isFullDayLeave,
  startHour,
  startMinute,
  endHour,
  endMinute,
  startPart,
  endPart,
  leaveTypeId,
  durationWorkingDays,
});

/** The page of the user's mail switches. */
export const settingsUrl = (appUrl: string): string => `${appUrl}/dashboard/settings/mail`;
