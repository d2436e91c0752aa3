import { type ReportFrequency, weekdays } from "@/drizzle/schema/values";
import {
  type DayNumber,
  dayNumber,
  dayOfMonth,
  dayText,
  localDate,
  yearOf,
} from "@/server/kernel/calendar-date";
import { zoneDataVersion } from "@/server/kernel/local-time";
import { type Due, firstDueFrom as firstClockDue } from "@/server/modules/notifications/schedule";

export type { Due };

/** When a report is sent; days of the week are 0 Sunday to 6. */
export interface ReportSchedule {
  frequency: ReportFrequency;
  timezone: string;
  hour: number;
  minute: number;
  sendOnDays: readonly number[] | null;
  day: number | null;
  /** 31 is the last day of every month. */
  dayOfMonth: number | null;
}

const monthOf = (day: DayNumber): number => Number(dayText(day).slice(5, 7));

/** The day of the month in which `day` lies, `months` later. */
const monthDayNear = (schedule: ReportSchedule, day: DayNumber, months: number): DayNumber =>
  dayOfMonth(yearOf(day), monthOf(day) + months, schedule.dayOfMonth ?? 1);

function clockDue({ timezone, hour, minute, ...rest }: ReportSchedule, from: DayNumber): Due {
  const clock = { timezone, hour, minute, day: rest.day };
  if (rest.frequency === "WEEKLY")
    return firstClockDue({ ...clock, frequency: "WEEKLY", sendOnDays: null }, from);
  // A day of a month that its zone never had, as Samoa in 2011, moves to the next one: every month is sent once.
  const days = rest.frequency === "DAILY" ? rest.sendOnDays : weekdays;
  return firstClockDue({ ...clock, frequency: "DAILY", sendOnDays: days }, from);
}

/** The first local date on or after `from` on which it is sent. */
export function firstDueFrom(schedule: ReportSchedule, from: DayNumber): Due {
  if (schedule.frequency !== "MONTHLY") return clockDue(schedule, from);
  for (let months = -1; ; months++) {
    const due = clockDue(schedule, monthDayNear(schedule, from, months));
    if (due.day >= from) return due;
  }
}

/** The first occurrence after an instant. */
export function firstDueAfter(schedule: ReportSchedule, at: Date): Due {
  // A gap before midnight can move yesterday's time into today.
  let due = firstDueFrom(schedule, dayNumber(localDate(at, schedule.timezone)) - 1);
  while (due.dueAt <= at) due = firstDueFrom(schedule, due.day + 1);
  return due;
}

/** The last occurrence before a local date, whether or not it was sent. */
export function lastDueBefore(schedule: ReportSchedule, day: DayNumber): Due {
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

export const periodOf = (schedule: ReportSchedule, { day, dueAt }: Due): Period => ({
  day,
  after: lastDueBefore(schedule, day).dueAt,
  until: dueAt,
  lastDay: firstDueFrom(schedule, day + 1).day - 1,
});

/** The columns of what is sent next. */
export const pointerOf = (due: Due | null) => ({
  nextDate: due && dayText(due.day),
  nextDueAt: due?.dueAt ?? null,
  zoneData: zoneDataVersion(),
});
