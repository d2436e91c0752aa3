import { type Period, timeOn, type WorkCalendar } from "@/server/modules/leave/calendars/working-days";

/**
 * Whether two leaves of one person overlap (decisions 7.1, 15.9). A full day covers the whole day; parts of days on the same date overlap
 * only when their hours or halves do. Adjacent hours do not overlap.
 * @param calendar of the person: it says when a half of their day ends
 */
export function overlaps(a: Period, b: Period, calendar: WorkCalendar): boolean {
  const [first, last] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
  for (let day = first; day <= last; day++) {
    const [one, other] = [timeOn(a, day, calendar), timeOn(b, day, calendar)];
    if (one.from < other.to && other.from < one.to) return true;
  }
  return false;
}
