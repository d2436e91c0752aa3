import { type DayCounts, wholeDay } from "@/drizzle/schema/day-counts";
import type { LeaveUnit } from "@/drizzle/schema/values";
import { toHundredths } from "@/server/kernel/time/amount";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { minutesInForce, minutesOn, type WorkCalendar } from "./working-days";

/** The average of the days that are worked in the cycle in force on a day, in minutes; the location's day where none is. */
export function averageMinutes(calendar: WorkCalendar, day: DayNumber): number {
  const worked = minutesInForce(calendar, day).filter((minutes) => minutes > 0);
  if (worked.length === 0) return calendar.hoursPerDay * 60;
  return worked.reduce((sum, minutes) => sum + minutes, 0) / worked.length;
}

/** The length of a person's day; of one that is not worked, that of an average one. */
export const minutesOfDay = (calendar: WorkCalendar, day: DayNumber): number =>
  minutesOn(calendar, day) || averageMinutes(calendar, day);

/** The hours of leave by its day counts (decision 15.16). A day that counts and is not worked has the length of an average one. */
export const hoursOf = ({ start, counts }: DayCounts, calendar: WorkCalendar): number =>
  toHundredths(
    counts.reduce((sum, count, place) => {
      if (count === 0) return sum;
      return sum + (count / wholeDay) * (minutesOfDay(calendar, start + place) / 60);
    }, 0),
  );

/** The hours of a person's average working day on a day. */
export const dayHoursOf = (calendar: WorkCalendar, day: DayNumber): number =>
  averageMinutes(calendar, day) / 60;

/**
 * The hours of a day of a balance (decision 15.17).
 * @returns null where the leave type is shown in days
 */
export const hoursPerDayOf = (unit: LeaveUnit, calendar: WorkCalendar, day: DayNumber): number | null =>
  unit === "HOURS" ? dayHoursOf(calendar, day) : null;
