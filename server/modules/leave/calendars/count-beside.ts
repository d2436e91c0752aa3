import { type DayCounts, wholeDay } from "@/drizzle/schema/day-counts";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import type { DayFraction } from "./day-fraction";
import { countDays, countOn, leavesRoom, type Period, partOn, type WorkCalendar } from "./working-days";

/** Leave of the same person, with the count of each of its days. */
export interface Beside {
  period: Period;
  counts: DayCounts;
}

/** What leave takes of a date: days after the leave, which count on its last day, are no part of it. */
export function takenOf({ period, counts: { start, counts } }: Beside, day: DayNumber): DayFraction {
  const most = period.minutes === null && partOn(period, day) !== "FULL_DAY" ? wholeDay / 2 : wholeDay;
  return Math.min(counts[day - start] ?? 0, most);
}

/** The count of each day of a period: together with the person's other leave, no date costs more than it has. */
export function countBeside(period: Period, calendar: WorkCalendar, others: readonly Beside[]): DayCounts {
  const own = countDays(period, calendar);
  if (!leavesRoom(period) || others.length === 0) return own;
  const { start, end } = period;
  const counts = own.counts.map((count, place) => {
    const day = start + place;
    const taken = others.reduce((sum, other) => sum + takenOf(other, day), 0);
    if (taken === 0) return count;
    const ofDate = Math.min(count, countOn(period, calendar, day));
    const left = Math.max(0, countOn({ start, end, minutes: null }, calendar, day) - taken);
    return Math.min(ofDate, left) + (count - ofDate);
  });
  return { start, counts };
}
