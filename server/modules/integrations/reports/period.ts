import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { type Due, firstDueFrom, type Schedule } from "@/server/modules/integrations/schedules/recurrence";

/** The last occurrence before a local date, whether or not it was sent. */
function lastDueBefore(schedule: Schedule, day: DayNumber): Due {
  // A month and the longest distance between two days of a rule.
  let due = firstDueFrom(schedule, day - 40);
  for (;;) {
    const next = firstDueFrom(schedule, due.day + 1);
    if (next.day >= day) return due;
    due = next;
  }
}

/** The period of a report: events since the previous report, and the days until the next one. */
export interface Period {
  /** The report's local date: balances are as of this day. */
  day: DayNumber;
  /** Requests made or changed after this instant … */
  after: Date;
  /** … up to and including this one. */
  until: Date;
  /** Absences are listed from `day` to this day, inclusive. */
  lastDay: DayNumber;
}

export const periodOf = (schedule: Schedule, { day, dueAt }: Due): Period => ({
  day,
  after: lastDueBefore(schedule, day).dueAt,
  until: dueAt,
  lastDay: firstDueFrom(schedule, day + 1).day - 1,
});
