import { type DayNumber, dayNumber, weekdayOf, weekStart, yearOf } from "@/server/kernel/time/calendar-date";

const newYear = (year: number): DayNumber => dayNumber(`${String(year).padStart(4, "0")}-01-01`);

/**
 * The number of the week that starts on `start`. Weeks from Monday are numbered by ISO 8601 (week 1 has the year's first Thursday), others
 * so that week 1 contains 1 January.
 */
export function weekNumber(start: DayNumber): number {
  const monday = weekdayOf(start) === 1;
  const year = yearOf(start + (monday ? 3 : 6));
  const firstDay = newYear(year) + (monday ? 3 : 0);
  return (start - weekStart(firstDay, weekdayOf(start))) / 7 + 1;
}
