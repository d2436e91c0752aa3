import type { NotificationFrequency } from "@/drizzle/schema/values";
import { type DayNumber, dayNumber, localDate, weekdayOf } from "@/server/kernel/calendar-date";
import { hour, minute } from "@/server/kernel/clock";
import { hasDate, instantOf } from "@/server/kernel/local-time";

/** When a notification is sent; days of the week are 0 Sunday to 6. */
export interface Schedule {
  frequency: NotificationFrequency;
  timezone: string;
  hour: number;
  minute: number;
  sendOnDays: readonly number[] | null;
  day: number | null;
}

/** A local date, and the instant at which it is sent. */
export interface Due {
  day: DayNumber;
  dueAt: Date;
}

/** An occurrence that was missed by less than this is still sent. */
const graceMs = 2 * hour;
const lateFromMs = minute;

function isChosen({ frequency, sendOnDays, day: weekday }: Schedule, day: DayNumber): boolean {
  if (frequency === "DAILY") return sendOnDays?.includes(weekdayOf(day)) ?? false;
  return frequency === "BIRTHDAY" || weekdayOf(day) === weekday;
}

function isEligible(schedule: Schedule, { day, dueAt }: Due): boolean {
  // Only a gap can move a time to another date, and only then may the date itself be missing.
  const moved = dayNumber(localDate(dueAt, schedule.timezone)) !== day;
  return !moved || hasDate(day, schedule.timezone);
}

/** The first local date on or after `from` on which it is sent. A schedule always has one within eight days. */
export function firstDueFrom(schedule: Schedule, from: DayNumber): Due {
  for (let day = from; day < from + 15; day++) {
    if (!isChosen(schedule, day)) continue;
    const due = { day, dueAt: instantOf(day, schedule.hour, schedule.minute, schedule.timezone) };
    if (isEligible(schedule, due)) return due;
  }
  throw new Error("The schedule never comes due.");
}

/** The first occurrence after an instant. */
export function firstDueAfter(schedule: Schedule, at: Date): Due {
  // A gap before midnight can move yesterday's time into today.
  let due = firstDueFrom(schedule, dayNumber(localDate(at, schedule.timezone)) - 1);
  while (due.dueAt <= at) due = firstDueFrom(schedule, due.day + 1);
  return due;
}

/** Whether an occurrence is on time, late but still sent, or too late (decision 9). */
export function timeliness(schedule: Schedule, { dueAt }: Due, now: Date): "on_time" | "late" | "too_late" {
  const behind = now.getTime() - dueAt.getTime();
  if (behind < lateFromMs) return "on_time";
  if (schedule.frequency !== "BIRTHDAY") return behind < graceMs ? "late" : "too_late";
  const { timezone } = schedule;
  return localDate(now, timezone) === localDate(dueAt, timezone) ? "late" : "too_late";
}
