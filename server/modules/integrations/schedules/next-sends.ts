import { dayText } from "@/server/kernel/time/calendar-date";
import { day as dayMs, plus } from "@/server/kernel/time/clock";
import { offsetMinutes } from "@/server/kernel/time/local-time";
import { type Due, firstDues, type Schedule } from "./recurrence";

/** How many next sends are shown. */
export const shownSends = 3;

/** One of the next sends. */
export interface NextSend {
  localDate: string;
  at: string;
  /**
   * Clocks change on that day: `skipped` when the time does not exist and it is sent later by the wall clock, `repeated` when it occurs
   * twice and the first counts, `shifted` when only the UTC offset differs from the send before.
   */
  clockChange: "skipped" | "repeated" | "shifted" | null;
}

function wallMinutes(at: Date, timezone: string): number {
  const local = plus(at, offsetMinutes(at, timezone) * 60_000);
  return local.getUTCHours() * 60 + local.getUTCMinutes();
}

function clockChange({ timezone, hour, minute }: Schedule, { dueAt }: Due): NextSend["clockChange"] {
  if (wallMinutes(dueAt, timezone) !== hour * 60 + minute) return "skipped";
  const offset = offsetMinutes(dueAt, timezone);
  const later = offsetMinutes(plus(dueAt, dayMs / 8), timezone);
  const back = offset - later;
  if (back > 0) {
    // The same wall time occurs again after the clocks have gone back.
    const again = plus(dueAt, back * 60_000);
    if (offsetMinutes(again, timezone) === later && wallMinutes(again, timezone) === hour * 60 + minute)
      return "repeated";
  }
  return offsetMinutes(plus(dueAt, -dayMs), timezone) === offset ? null : "shifted";
}

/** An occurrence as forms show it. */
export const nextSend = (schedule: Schedule, due: Due): NextSend => ({
  localDate: dayText(due.day),
  at: due.dueAt.toISOString(),
  clockChange: clockChange(schedule, due),
});

/** The next sends of a schedule, saved or not. */
export const nextSends = (schedule: Schedule, now: Date): NextSend[] =>
  firstDues(schedule, now, shownSends).map((due) => nextSend(schedule, due));
