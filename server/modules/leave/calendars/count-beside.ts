import type { DayCounts } from "@/drizzle/schema/day-counts";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import type { DayFraction } from "./day-fraction";
import { countDays, type Period, type WorkCalendar } from "./working-days";

const countOn = ({ start, counts }: DayCounts, day: DayNumber): DayFraction => counts[day - start] ?? 0;

/** The count of each day of a period: together with the person's other leave, no date costs more than it has. */
export function countBeside(period: Period, calendar: WorkCalendar, others: readonly DayCounts[]): DayCounts {
  const own = countDays(period, calendar);
  if (period.minutes === null || others.length === 0) return own;
  const whole = countDays({ ...period, minutes: null }, calendar);
  const left = (day: DayNumber): DayFraction =>
    others.reduce((rest, other) => rest - countOn(other, day), countOn(whole, day));
  return {
    start: own.start,
    counts: own.counts.map((count, place) => Math.max(0, Math.min(count, left(own.start + place)))),
  };
}
