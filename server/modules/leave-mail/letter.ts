import type { ShownLeave } from "@/drizzle/schema/leave-mails";
import type { MailKind } from "@/drizzle/schema/values";
import type { MailCalendar } from "@/server/kernel/mail";
import type { MailBlock } from "@/server/kernel/mail-layout";
import type { Recipient } from "./find-recipients";

/** A mail about a leave, before it is written. */
export interface Letter {
  kind: MailKind;
  to: Recipient;
  subject: string;
  /** @param link where it is decided; empty for a letter without a link */
  blocks(link: string): MailBlock[];
  /** What it puts into the recipient's calendar, or takes out of it. */
  calendar?: MailCalendar | undefined;
  /** The link that it carries. */
  link?: { version: number; reminderDays: number; shown: ShownLeave };
}

/** What of a leave is kept with a link. */
export const shownOf = ({
  startDate,
  endDate,
  isFullDayLeave,
  startHour,
  startMinute,
  endHour,
  endMinute,
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
  leaveTypeId,
  durationWorkingDays,
});

/** Where people choose which mails they get. */
export const settingsUrl = (appUrl: string): string => `${appUrl}/dashboard/settings/mail`;
