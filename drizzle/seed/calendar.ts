import { type DayNumber, weekdayOf } from "@/server/kernel/time/calendar-date";
import { day, minute } from "@/server/kernel/time/clock";

/** @param month 1 to 12 */
export const dayOf = (year: number, month: number, date: number): DayNumber =>
  Date.UTC(year, month - 1, date) / day;

/** The UTC day of an instant. */
export const dayAt = (instant: Date): DayNumber => Math.floor(instant.getTime() / day);

/** The instant on that day, in UTC. */
export const instantOn = (number: DayNumber, hours: number, minutes = 0): Date =>
  new Date(number * day + (hours * 60 + minutes) * minute);

/** The first such weekday on or after a day. */
export const weekdayFrom = (from: DayNumber, weekday: number): DayNumber =>
  from + ((weekday - weekdayOf(from) + 7) % 7);

/** A location's working days: enough to compute the length of a leave. */
export interface WorkCalendar {
  workWeek: readonly number[];
  hoursPerDay: number;
  /** The part of the day that is off: 1, or 0.5 for a half-day holiday. */
  daysOff: ReadonlyMap<DayNumber, number>;
}

/** The part of a day that is worked: 1, 0.5 or 0. */
export const workedPart = (calendar: WorkCalendar, on: DayNumber): number =>
  calendar.workWeek.includes(weekdayOf(on)) ? 1 - (calendar.daysOff.get(on) ?? 0) : 0;
