import type { NotificationFrequency, ReportFrequency } from "@/drizzle/schema/values";
import {
  type DayNumber,
  dayNumber,
  dayOfMonth,
  dayText,
  localDate,
  weekdayOf,
  yearOf,
} from "@/server/kernel/time/calendar-date";
import { hour, minute, utcDay } from "@/server/kernel/time/clock";
import { hasDate, instantOf } from "@/server/kernel/time/local-time";

/** A schedule of a notification or a report; days of the week are 0 (Sunday) to 6. */
export interface Schedule {
  frequency: NotificationFrequency | ReportFrequency;
  timezone: string;
  hour: number;
  minute: number;
  sendOnDays: readonly number[] | null;
  day: number | null;
  /** For MONTHLY; 31 is the last day of every month. */
  dayOfMonth?: number | null;
}

/** A local date, and the instant of its send. */
export interface Due {
  day: DayNumber;
  dueAt: Date;
}

/** An occurrence missed by less than this is still sent. */
const graceMs = 2 * hour;
const lateFromMs = minute;
/** Retention of the history in days; earlier missed dates are not even recorded. */
export const keptDays = 90;

const isMonthDay = (schedule: Schedule, day: DayNumber): boolean =>
  day === dayOfMonth(yearOf(day), Number(dayText(day).slice(5, 7)), schedule.dayOfMonth ?? 1);

function isChosen(schedule: Schedule, day: DayNumber): boolean {
  switch (schedule.frequency) {
    case "DAILY":
      return schedule.sendOnDays?.includes(weekdayOf(day)) ?? false;
    case "WEEKLY":
      return weekdayOf(day) === schedule.day;
    case "MONTHLY":
      // Every month is sent once: a date that its zone skipped, as Samoa in 2011, is replaced by the next one.
      return (
        isMonthDay(schedule, day) || (isMonthDay(schedule, day - 1) && !hasDate(day - 1, schedule.timezone))
      );
    case "BIRTHDAY":
      return true;
  }
}

function isEligible(schedule: Schedule, { day, dueAt }: Due): boolean {
  // Only a gap can move a time to another date, and only then may the date itself not exist.
  const moved = dayNumber(localDate(dueAt, schedule.timezone)) !== day;
  return !moved || hasDate(day, schedule.timezone);
}

/** The first local date on or after `from` that is sent. A schedule always has one within a month and a day. */
export function firstDueFrom(schedule: Schedule, from: DayNumber): Due {
  for (let day = from; day < from + 40; day++) {
    if (!isChosen(schedule, day)) continue;
    const due = { day, dueAt: instantOf(day, schedule.hour, schedule.minute, schedule.timezone) };
    if (isEligible(schedule, due)) return due;
  }
  throw new Error("The schedule never runs.");
}

/** The first occurrence after an instant. */
export function firstDueAfter(schedule: Schedule, at: Date): Due {
  // A gap before midnight can move yesterday's send into today.
  let due = firstDueFrom(schedule, dayNumber(localDate(at, schedule.timezone)) - 1);
  while (due.dueAt <= at) due = firstDueFrom(schedule, due.day + 1);
  return due;
}

/** The first occurrences after an instant. */
export function firstDues(schedule: Schedule, at: Date, count: number): Due[] {
  const dues: Due[] = [];
  for (let due = firstDueAfter(schedule, at); dues.length < count; due = firstDueFrom(schedule, due.day + 1))
    dues.push(due);
  return dues;
}

/** The occurrence after a handled one; when far behind, it skips dates older than the retention. */
export function following(schedule: Schedule, { day: last }: Due, now: Date): Due {
  const oldest = dayNumber(utcDay(now)) - keptDays;
  return firstDueFrom(schedule, Math.max(last + 1, oldest));
}

/** Whether an occurrence is on time, late but still sent, or too late (decision 9). */
export function timeliness(schedule: Schedule, { dueAt }: Due, now: Date): "on_time" | "late" | "too_late" {
  const behind = now.getTime() - dueAt.getTime();
  if (behind < lateFromMs) return "on_time";
  if (schedule.frequency !== "BIRTHDAY") return behind < graceMs ? "late" : "too_late";
  const { timezone } = schedule;
  return localDate(now, timezone) === localDate(dueAt, timezone) ? "late" : "too_late";
}
