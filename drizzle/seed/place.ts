import type { EndPart, ShortestDuration, StartPart } from "@/drizzle/schema/values";
import { type DayNumber, weekdayOf } from "@/server/kernel/time/calendar-date";
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
  /** Half days at either end, which full days have. */
  startPart: StartPart;
  endPart: EndPart;
}

const wholeDays = { startPart: "FULL_DAY", endPart: "FULL_DAY" } as const;

/** What a span takes of one of its days. */
export function takenOn(span: Span, calendar: WorkCalendar, on: DayNumber): number {
  const isHalf =
    (on === span.first && span.startPart !== "FULL_DAY") || (on === span.last && span.endPart !== "FULL_DAY");
  const taken = workedPart(calendar, on) * span.share;
  return isHalf ? Math.min(taken, 0.5) : taken;
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
  // Some are back at noon on a Friday.
  const endPart =
    shortest !== "FULL_DAY" && last > first && weekdayOf(last) === friday && last % 3 === 0
      ? "MORNING"
      : "FULL_DAY";
  return { first, last, hours: null, share: 1, ...wholeDays, endPart };
}

const friday = 5;

function placePart(
  wish: Wish,
  calendar: WorkCalendar,
  shortest: ShortestDuration,
  random: Random,
): Span | null {
  if (shortest === "FULL_DAY") return null;
  const first = nextWorked(calendar, wish.from, 1);
  if (first === null) return null;
  if (wish.part === "HALF") {
    const isMorning = random.pick([true, false]);
    return {
      ...{ first, last: first, hours: null, share: 1 },
      startPart: isMorning ? "FULL_DAY" : "AFTERNOON",
      endPart: isMorning ? "MORNING" : "FULL_DAY",
    };
  }
  const minutes = drawMinutes(shortest, random);
  if (minutes === null) return null;
  const start = random.int(9, 13) * 60;
  return {
    ...wholeDays,
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
