import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { dayHours } from "@/server/modules/leave/calendars/read-end-hours";
import { type Period, partOn, type WorkCalendar } from "@/server/modules/leave/calendars/working-days";

const midnight = 24 * 60;

/** The minutes of a day that a leave takes. A half ends or begins at the middle of the person's day. */
function minutesOf(period: Period, day: DayNumber, calendar: WorkCalendar): { from: number; to: number } {
  if (period.minutes) return period.minutes;
  const part = partOn(period, day);
  if (part === "FULL_DAY") return { from: 0, to: midnight };
  const { noon } = dayHours(calendar, day);
  return part === "MORNING" ? { from: 0, to: noon } : { from: noon, to: midnight };
}

/**
 * Whether two leaves of one person overlap (decisions 7.1, 15.6). A full day covers the whole day; parts of days on the same date overlap
 * only when their hours or halves do. Adjacent hours do not overlap.
 * @param calendar of the person: it says when a half of their day ends
 */
export function overlaps(a: Period, b: Period, calendar: WorkCalendar): boolean {
  const [first, last] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
  for (let day = first; day <= last; day++) {
    const [one, other] = [minutesOf(a, day, calendar), minutesOf(b, day, calendar)];
    if (one.from < other.to && other.from < one.to) return true;
  }
  return false;
}
