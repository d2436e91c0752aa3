import { dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { day as dayMs, minute } from "@/server/kernel/time/clock";
import { instantOf, offsetMinutes } from "@/server/kernel/time/local-time";
import type { WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import { afterWorkingDays } from "@/server/modules/leave/requests/policy";

/** Working days after which the current approvers are reminded. */
export const reminderDays = [1, 3, 5] as const;

/** How long a mail's link is valid. */
export const linkLifeMs = 7 * dayMs;

/** When to remind: at the same time of day, after this many working days. */
export function reminderAt(
  asked: Date,
  count: number,
  timezone: string,
  calendar: WorkCalendar,
): Date | null {
  const day = afterWorkingDays(dayNumber(localDate(asked, timezone)), count, calendar);
  if (day === null) return null;
  const ofDay = (asked.getTime() / minute + offsetMinutes(asked, timezone)) % (24 * 60);
  const minutes = Math.floor((ofDay + 24 * 60) % (24 * 60));
  return instantOf(day, Math.floor(minutes / 60), minutes % 60, timezone);
}
