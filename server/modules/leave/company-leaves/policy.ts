import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { type Period, partBetween, type WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import { overlaps } from "@/server/modules/leave/requests/overlap";

/** The part of a company leave within an employment; null when none of its days is. */
export function withinEmployment(
  company: Period,
  employment: { start: DayNumber | null; end: DayNumber | null },
): Period | null {
  const employed = partBetween(company, employment.start ?? company.start, employment.end ?? company.end);
  return employed.start <= employed.end ? employed : null;
}

/**
 * The stretches of a company leave that other leave leaves. A whole day of it with a part taken is not left; of a half day, the other half
 * may be taken (decision 15.4).
 * @param others in any order
 * @param calendar of the person
 */
export function daysLeft(company: Period, others: readonly Period[], calendar: WorkCalendar): Period[] {
  const left: Period[] = [];
  let from = company.start;
  const taken = others.map((other) => takenBy(other, company, calendar));
  for (const { start, end } of taken.toSorted((a, b) => a.start - b.start)) {
    if (end < from || end < start) continue;
    if (start > company.end) break;
    if (start > from) left.push(partBetween(company, from, start - 1));
    from = end + 1;
  }
  if (from <= company.end) left.push(partBetween(company, from, company.end));
  return left;
}

/** The days of a company leave that other leave takes; in wrong order if there is none. */
export function takenBy(
  other: Period,
  company: Period,
  calendar: WorkCalendar,
): Pick<Period, "start" | "end"> {
  const isFree = (day: DayNumber) => !overlaps(other, partBetween(company, day, day), calendar);
  const start = Math.max(other.start, company.start);
  const end = Math.min(other.end, company.end);
  // Only the halves at the ends of a company leave can be free on a day of other leave.
  return { start: isFree(start) ? start + 1 : start, end: isFree(end) ? end - 1 : end };
}
