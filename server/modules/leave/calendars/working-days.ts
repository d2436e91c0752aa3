import { type DayCounts, wholeDay } from "@/drizzle/schema/day-counts";
import type { CountedKind, CountMode } from "@/drizzle/schema/values";
import { type DayNumber, weekdayOf } from "@/server/kernel/time/calendar-date";
import { type DayFraction, sumOf, toThousandths } from "./day-fraction";

/** An integer number of thousandths of a working day: for entitlements, and for display. */
export type Thousandths = number;

export const oneDay: Thousandths = 1000;

/** The work calendar of a location, or of a person there. `holidays` are sorted by day; several may be on one day. */
export interface WorkCalendar {
  /** Worked weekdays, 0 Sunday to 6. */
  workWeek: readonly number[];
  /** With at most two decimals. */
  hoursPerDay: number;
  holidays: readonly Holiday[];
  /** The person's own patterns in place of the work week, by first day. */
  patterns?: readonly WorkPattern[];
  /** Which days of full-day leave count; absent: working days. */
  countMode?: CountMode;
}

export interface Holiday {
  day: DayNumber;
  isHalfDay: boolean;
  /** Not needed for sums. */
  name?: string;
}

/** A person's working pattern from a day on, until the next one (decision 12.5). */
export interface WorkPattern {
  from: DayNumber;
  /** The first day of the cycle's first week. */
  cycleStart: DayNumber;
  /** Minutes of each day of the cycle, of one week or two. Null: the location's work week. */
  minutes: readonly number[] | null;
}

/** The time of a leave. A part-day leave covers the same minutes of each day, counted from midnight. */
export interface Period {
  start: DayNumber;
  /** Inclusive. */
  end: DayNumber;
  minutes: { from: number; to: number } | null;
}

/** The length of a day in hundredths of a minute, so that every length is an integer; 0 for a day off. */
type Length = number;

/** Day lengths that repeat, from `first` on and before it. */
interface Cycle {
  first: DayNumber;
  lengths: readonly Length[];
}

const aSunday: DayNumber = 3;

const weekOf = ({ workWeek, hoursPerDay }: WorkCalendar): Cycle => {
  const length = Math.round(hoursPerDay * 100) * 60;
  return {
    first: aSunday,
    lengths: Array.from({ length: 7 }, (_, weekday) => (workWeek.includes(weekday) ? length : 0)),
  };
};

const cycleOf = (calendar: WorkCalendar, pattern: WorkPattern | undefined): Cycle =>
  pattern?.minutes
    ? { first: pattern.cycleStart, lengths: pattern.minutes.map((minutes) => minutes * 100) }
    : weekOf(calendar);

const lengthIn = ({ first, lengths }: Cycle, day: DayNumber): Length => {
  const place = (day - first) % lengths.length;
  return lengths[place < 0 ? place + lengths.length : place] ?? 0;
};

/** The pattern in force on a day. */
const patternOn = ({ patterns }: WorkCalendar, day: DayNumber): WorkPattern | undefined =>
  patterns?.findLast(({ from }) => from <= day);

/** The minutes that a person works on a day, before public holidays. */
export function minutesOn(calendar: WorkCalendar, day: DayNumber): number {
  return lengthOn(calendar, day) / 100;
}

function lengthOn(calendar: WorkCalendar, day: DayNumber): Length {
  const pattern = patternOn(calendar, day);
  if (pattern?.minutes) return lengthIn(cycleOf(calendar, pattern), day);
  return calendar.workWeek.includes(weekdayOf(day)) ? Math.round(calendar.hoursPerDay * 100) * 60 : 0;
}

interface Stretch extends Cycle {
  start: DayNumber;
  /** Inclusive. */
  end: DayNumber;
}

/** The days from `start` to `end`, split by the cycle in force. */
function stretchesOf(calendar: WorkCalendar, start: DayNumber, end: DayNumber): Stretch[] {
  if (end < start) return [];
  const { patterns = [] } = calendar;
  const within = patterns.filter(({ from }) => from > start && from <= end);
  const inForce = [patternOn(calendar, start), ...within];
  return inForce.map((pattern, index) => ({
    ...cycleOf(calendar, pattern),
    start: index === 0 ? start : (pattern?.from ?? start),
    end: (inForce[index + 1]?.from ?? end + 1) - 1,
  }));
}

/** What a leave takes from a whole working day: for a part day, its share of the day's length, at most the day. */
function amountOf(minutes: Period["minutes"], length: Length): DayFraction {
  if (length === 0) return 0;
  if (minutes === null) return wholeDay;
  // A quotient of integers, rounded half up exactly.
  const numerator = (minutes.to - minutes.from) * wholeDay * 100;
  return Math.min(wholeDay, Math.floor((2 * numerator + length) / (2 * length)));
}

/** What a leave takes from a day. @param isHalfDay of the public holiday on it; absent without one */
function amountOn(
  calendar: WorkCalendar,
  day: DayNumber,
  minutes: Period["minutes"],
  isHalfDay: boolean | undefined,
): DayFraction {
  const amount = amountOf(minutes, lengthOn(calendar, day));
  if (isHalfDay === undefined) return amount;
  return isHalfDay ? Math.min(amount, wholeDay / 2) : 0;
}

/** Before public holidays; costs the same time for a week as for a century. */
function amountIn({ start, end, first, lengths }: Stretch, minutes: Period["minutes"]): DayFraction {
  const days = end - start + 1;
  const cycles = Math.floor(days / lengths.length);
  const rest = days - cycles * lengths.length;
  let total = 0;
  for (const length of lengths) total += cycles * amountOf(minutes, length);
  for (let day = start; day < start + rest; day++)
    total += amountOf(minutes, lengthIn({ first, lengths }, day));
  return total;
}

/** Each public holiday on a worked day of the range once; a full one wins over a half-day one. */
function holidaysWithin(calendar: WorkCalendar, start: DayNumber, end: DayNumber): Map<DayNumber, boolean> {
  const halfByDay = new Map<DayNumber, boolean>();
  for (const { day, isHalfDay } of calendar.holidays) {
    if (day < start || day > end || lengthOn(calendar, day) === 0) continue;
    halfByDay.set(day, isHalfDay && (halfByDay.get(day) ?? true));
  }
  return halfByDay;
}

/** How far beyond the end of a leave its count looks for the next day of work; a calendar that counts leave has these holidays. */
export const furthestReturn = 31;

/** The same calendar, counting by another mode. */
export const countedBy = (calendar: WorkCalendar, countMode: CountMode | undefined): WorkCalendar => ({
  ...calendar,
  countMode: countMode ?? "WORKING_DAYS",
});

/** Whether a person works on a day, at least a half. */
function isWorked(calendar: WorkCalendar, day: DayNumber): boolean {
  const isHoliday = calendar.holidays.some((holiday) => holiday.day === day && !holiday.isHalfDay);
  return lengthOn(calendar, day) > 0 && !isHoliday;
}

const sunday = 0;

/** What a day counts among those from Monday to Saturday: nothing on a public holiday, half on one of half a day. */
function weekdayAmount({ holidays }: WorkCalendar, day: DayNumber): DayFraction {
  if (weekdayOf(day) === sunday) return 0;
  const found = holidays.filter((holiday) => holiday.day === day);
  if (found.some(({ isHalfDay }) => !isHalfDay)) return 0;
  return found.length > 0 ? wholeDay / 2 : wholeDay;
}

/**
 * Each day from Monday to Saturday, from the first day that would be worked to the day before work is taken up again. Days after the end
 * count on the last day of the leave.
 */
function mondayToSaturday({ start, end }: Period, calendar: WorkCalendar): DayFraction[] {
  const counts: DayFraction[] = Array.from({ length: end - start + 1 }, () => 0);
  let first = start;
  while (first <= end && !isWorked(calendar, first)) first++;
  if (first > end) return counts;
  for (let day = first; day <= end; day++) counts[day - start] = weekdayAmount(calendar, day);
  let back = end + 1;
  while (back <= end + furthestReturn && !isWorked(calendar, back)) back++;
  // No return in sight: nothing is counted beyond the leave.
  if (back > end + furthestReturn) return counts;
  for (let day = end + 1; day < back; day++)
    counts[end - start] = (counts[end - start] ?? 0) + weekdayAmount(calendar, day);
  return counts;
}

/** The counts of full-day leave by another mode than working days; null where those count. A part day counts its hours in each mode. */
function countsByMode(period: Period, calendar: WorkCalendar): DayFraction[] | null {
  if (period.minutes !== null) return null;
  if (calendar.countMode === "MONDAY_TO_SATURDAY") return mondayToSaturday(period, calendar);
  if (calendar.countMode !== "CALENDAR_DAYS") return null;
  return Array.from({ length: calendarDays(period) }, () => wholeDay);
}

/**
 * The working days of a period (decision 7): its worked days without public holidays. A half-day holiday leaves half a day, of which a
 * part-day leave takes at most that half. Rounded once, as a whole. A calendar with a count mode counts its days instead (decision 15.1).
 */
export function workingDays(period: Period, calendar: WorkCalendar): Thousandths {
  const { start, end, minutes } = period;
  const counts = countsByMode(period, calendar);
  if (counts) return toThousandths(sumOf({ start, counts }));
  let total = 0;
  for (const stretch of stretchesOf(calendar, start, end)) total += amountIn(stretch, minutes);
  for (const [day, isHalfDay] of holidaysWithin(calendar, start, end))
    total += amountOn(calendar, day, minutes, isHalfDay) - amountOn(calendar, day, minutes, undefined);
  return toThousandths(total);
}

/** The count of each day of a period; the sum is `workingDays`. */
export function countDays(period: Period, calendar: WorkCalendar): DayCounts {
  const { start, end, minutes } = period;
  const byMode = countsByMode(period, calendar);
  if (byMode) return { start, counts: byMode };
  const holidays = holidaysWithin(calendar, start, end);
  const counts = Array.from({ length: end - start + 1 }, (_, place) =>
    amountOn(calendar, start + place, minutes, holidays.get(start + place)),
  );
  return { start, counts };
}

/** The distinct lengths of a period's working days; the location's day length when there are none. */
function lengthsWithin({ start, end }: Period, calendar: WorkCalendar): Length[] {
  const found = new Set<Length>();
  for (const { start: from, end: to, ...cycle } of stretchesOf(calendar, start, end))
    for (let day = from; day <= Math.min(to, from + cycle.lengths.length - 1); day++)
      found.add(lengthIn(cycle, day));
  found.delete(0);
  return found.size > 0 ? [...found] : [Math.round(calendar.hoursPerDay * 100) * 60];
}

/** The distinct lengths of a period's working days in minutes: usually one. */
export const dayLengths = (period: Period, calendar: WorkCalendar): number[] =>
  lengthsWithin(period, calendar).map((length) => length / 100);

/** Whether a part-day leave is half of each of its days. */
export const isHalfDays = (period: Period, calendar: WorkCalendar): boolean =>
  lengthsWithin(period, calendar).every(
    (length) => 2 * toThousandths(amountOf(period.minutes, length)) === oneDay,
  );

/** The kind of a day of leave, and its count. */
export interface CountedDay {
  day: DayNumber;
  amount: Thousandths;
  kind: CountedKind;
  /** The part of the amount for days after the leave, until work is taken up again (`MONDAY_TO_SATURDAY`). */
  after: Thousandths;
  /** The public holiday on a worked day; several are joined. */
  holiday: string | null;
}

const namesOn = ({ holidays }: WorkCalendar, day: DayNumber): string | null =>
  holidays.flatMap((one) => (one.day === day && one.name ? [one.name] : [])).join(", ") || null;

/** Whether a day counts only because of the count mode. */
function isByModeOnly(period: Period, calendar: WorkCalendar, day: DayNumber): boolean {
  if (period.minutes !== null || (calendar.countMode ?? "WORKING_DAYS") === "WORKING_DAYS") return false;
  return amountOn(calendar, day, null, holidaysWithin(calendar, day, day).get(day)) === 0;
}

/** The part of the last day's count for the days after the leave. */
function afterwards(period: Period, calendar: WorkCalendar, count: DayFraction): DayFraction {
  if (calendar.countMode !== "MONDAY_TO_SATURDAY" || period.minutes !== null) return 0;
  return Math.max(0, count - weekdayAmount(calendar, period.end));
}

/**
 * Each day of a leave, with the reason for its count.
 * @param kept the stored day counts: they apply even if the calendar has changed since
 */
export function explainDays(period: Period, calendar: WorkCalendar, kept: DayCounts): CountedDay[] {
  const holidays = holidaysWithin(calendar, period.start, period.end);
  return kept.counts.map((count, place) => {
    const day = kept.start + place;
    const isLast = place === kept.counts.length - 1;
    const after = isLast ? toThousandths(afterwards(period, calendar, count)) : 0;
    const shared = { day, amount: toThousandths(count), after };
    if (count > 0 && isByModeOnly(period, calendar, day))
      return { ...shared, kind: "CALENDAR_DAY", holiday: namesOn(calendar, day) };
    const isHalfDay = holidays.get(day);
    // A part day can count zero on a working day, when other leave on the date has used the whole day.
    const isWorkedDay = count > 0 || (period.minutes !== null && lengthOn(calendar, day) > 0);
    if (isHalfDay === undefined || count > (isHalfDay ? wholeDay / 2 : 0))
      return { ...shared, kind: isWorkedDay ? "WORKING_DAY" : "NON_WORKING_DAY", holiday: null };
    const kind = isHalfDay ? "HALF_DAY_HOLIDAY" : "HOLIDAY";
    return { ...shared, kind, holiday: namesOn(calendar, day) };
  });
}

/** Calendar days that a period touches, worked or not. */
export const calendarDays = (period: Period): number => period.end - period.start + 1;

/** Converts thousandths to days, the unit of the database and the API. */
export const toDays = (amount: Thousandths): number => amount / oneDay;

/** Converts days with at most three decimals to thousandths. */
export const fromDays = (days: number): Thousandths => Math.round(days * oneDay);
