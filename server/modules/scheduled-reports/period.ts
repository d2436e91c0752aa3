import type { DayNumber } from "@/server/kernel/calendar-date";
import { type Due, firstDueFrom, type Schedule } from "@/server/modules/schedules/recurrence";

/** The last occurrence before a local date, whether or not it was sent. */
function lastDueBefore(schedule: Schedule, day: DayNumber): Due {
  // A month and the days that the longest rule can lie back.
  let due = firstDueFrom(schedule, day - 40);
  for (;;) {
    const next = firstDueFrom(schedule, due.day + 1);
    if (next.day >= day) return due;
    due = next;
  }
}

/** What a report covers: what happened since the one before, and the days until the one after. */
export interface Period {
  /** The local date of the report: balances are as of this day. */
  day: DayNumber;
  /** Requests made or changed after this instant … */
  after: Date;
  /** … up to this one. */
  until: Date;
  /** Who is away from `day` to this day, included. */
  lastDay: DayNumber;
}

export const periodOf = (schedule: Schedule, { day, dueAt }: Due): Period => ({
  day,
  after: lastDueBefore(schedule, day).dueAt,
  until: dueAt,
  lastDay: firstDueFrom(schedule, day + 1).day - 1,
});
