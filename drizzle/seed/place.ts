import type { ShortestDuration } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { type WorkCalendar, workedPart } from "./calendar";
import type { Random } from "./random";
import type { Wish } from "./wishes";

/** Days, and hours of a part day, that a leave takes. */
export interface Span {
  first: DayNumber;
  last: DayNumber;
  hours: { startHour: number; startMinute: number; endHour: number; endMinute: number } | null;
  /** The part of each working day that is taken. */
  share: number;
}

/** The maximum number of days to search for a working day. */
const maxDays = 14;

/** Fits a wish to working days: begins and ends on one. Null where there is none, or the policy has no such part. */
export function place(
  wish: Wish,
  calendar: WorkCalendar,
  shortest: ShortestDuration,
  random: Random,
): Span | null {
  if (wish.part) return placePart(wish, calendar, shortest, random);
  const first = nextWorked(calendar, wish.from, 0.5);
  if (first === null) return null;
  let last = first;
  for (let day = 1; day < wish.days; day++) {
    const next = nextWorked(calendar, last + 1, 0.5);
    if (next === null) break;
    last = next;
  }
  return { first, last, hours: null, share: 1 };
}

function placePart(
  wish: Wish,
  calendar: WorkCalendar,
  shortest: ShortestDuration,
  random: Random,
): Span | null {
  if (shortest === "FULL_DAY") return null;
  const first = nextWorked(calendar, wish.from, 1);
  if (first === null) return null;
  const minutes = wish.part === "HALF" ? calendar.hoursPerDay * 30 : drawMinutes(shortest, random);
  if (minutes === null) return null;
  const start = wish.part === "HALF" ? random.pick([9, 13]) * 60 : random.int(9, 13) * 60;
  return {
    first,
    last: first,
    hours: partHours(start, start + minutes),
    share: minutes / (calendar.hoursPerDay * 60),
  };
}

/** @param start minutes after midnight */
const partHours = (start: number, end: number) => ({
  startHour: Math.floor(start / 60),
  startMinute: start % 60,
  endHour: Math.floor(end / 60),
  endMinute: end % 60,
});

const steps: Partial<Record<ShortestDuration, number>> = { HOUR: 60, HALF_HOUR: 30, QUARTER_HOUR: 15 };

/** One to four hours in the policy's steps; null where it has no hours. */
function drawMinutes(shortest: ShortestDuration, random: Random): number | null {
  const step = steps[shortest];
  return step === undefined ? null : random.int(60 / step, 240 / step) * step;
}

function nextWorked(calendar: WorkCalendar, from: DayNumber, part: number): DayNumber | null {
  for (let on = from; on < from + maxDays; on++) {
    if (workedPart(calendar, on) >= part) return on;
  }
  return null;
}
