import { type DayCounts, wholeDay } from "@/drizzle/schema/day-counts";
import type { CountedKind, CountMode, DayPart } from "@/drizzle/schema/values";
import { type DayNumber, weekdayOf } from "@/server/kernel/time/calendar-date";
import { type DayFraction, sumOf, toThousandths } from "./day-fraction";
import { halfDay } from "./half-day";

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
  /** The person's approved leave that interrupts the counted one (decision 15.6). */
  interruptions?: readonly Period[];
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
  /** Whether the first day is taken only from noon on. */
  fromNoon?: boolean;
  /** Whether the last day is taken only until noon. */
  untilNoon?: boolean;
}

/** The part of a day that a full-day leave takes. */
export function partOn({ start, end, fromNoon, untilNoon }: Period, day: DayNumber): DayPart {
  if (fromNoon && day === start) return "AFTERNOON";
  return untilNoon && day === end ? "MORNING" : "FULL_DAY";
}

/** The days of which only a half is taken. */
const halvesOf = ({ start, end, fromNoon, untilNoon }: Period): DayNumber[] => [
  ...(fromNoon ? [start] : []),
  ...(untilNoon && !(fromNoon && start === end) ? [end] : []),
];

/** Whether other leave may be on the same days: beside hours, or in the other half. */
export const leavesRoom = ({ minutes, fromNoon, untilNoon }: Period): boolean =>
  minutes !== null || fromNoon === true || untilNoon === true;

/** The part of a period between two days, both inclusive. */
export const partBetween = (period: Period, from: DayNumber, to: DayNumber): Period => ({
  ...{ start: Math.max(period.start, from), end: Math.min(period.end, to), minutes: period.minutes },
  fromNoon: period.fromNoon === true && from <= period.start,
  untilNoon: period.untilNoon === true && to >= period.end,
});

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

/** The minutes of each day of the cycle in force on a day. */
export const minutesInForce = (calendar: WorkCalendar, day: DayNumber): number[] =>
  cycleOf(calendar, patternOn(calendar, day)).lengths.map((length) => length / 100);

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

/** What hours or a whole day take from a day. @param isHalfDay of the public holiday on it; absent without one */
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

/** What of a whole day's amount a leave takes: of a half at most a half of the day, which is all that a half-day holiday leaves. */
const halved = (period: Period, day: DayNumber, amount: DayFraction): DayFraction =>
  partOn(period, day) === "FULL_DAY" ? amount : Math.min(amount, wholeDay / 2);

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
function mondayToSaturday(period: Period, calendar: WorkCalendar): DayFraction[] {
  const { start, end } = period;
  const counts: DayFraction[] = Array.from({ length: end - start + 1 }, () => 0);
  let first = start;
  while (first <= end && !isWorked(calendar, first)) first++;
  if (first > end) return counts;
  for (let day = first; day <= end; day++)
    counts[day - start] = halved(period, day, weekdayAmount(calendar, day));
  // Work is taken up again at noon.
  if (period.untilNoon) return counts;
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
  return Array.from({ length: calendarDays(period) }, (_, place) =>
    halved(period, period.start + place, wholeDay),
  );
}

/** What a leave counts on one of its days, by the calendar's count mode and without the days after the leave. */
export function countOn(period: Period, calendar: WorkCalendar, day: DayNumber): DayFraction {
  const ofDay = partBetween(period, day, day);
  if (calendar.countMode === "MONDAY_TO_SATURDAY" && period.minutes === null)
    return halved(period, day, weekdayAmount(calendar, day));
  return countDays(ofDay, calendar).counts[0] ?? 0;
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
  for (const day of halvesOf(period)) {
    const amount = amountOn(calendar, day, minutes, holidaysWithin(calendar, day, day).get(day));
    total += halved(period, day, amount) - amount;
  }
  return toThousandths(total);
}

/** What interruptions take of a day's count: all of it, or the part at their time. */
function interruptedOn(
  period: Period,
  calendar: WorkCalendar,
  day: DayNumber,
  isHalfDay: boolean | undefined,
  count: DayFraction,
): DayFraction {
  const within = (calendar.interruptions ?? []).filter(({ start, end }) => day >= start && day <= end);
  const taken = within.map((one): DayFraction => {
    const [own, its] = [timeOn(period, day, calendar), timeOn(one, day, calendar)];
    const [from, to] = [Math.max(own.from, its.from), Math.min(own.to, its.to)];
    if (to <= from) return 0;
    if (from === own.from && to === own.to) return count;
    if (one.minutes === null && period.minutes === null) return Math.min(count, wholeDay / 2);
    return amountOn(calendar, day, { from, to }, isHalfDay);
  });
  return Math.min(
    count,
    taken.reduce((sum, amount) => sum + amount, 0),
  );
}

/** The count of each day of a period; without interruptions the sum is `workingDays`. */
export function countDays(period: Period, calendar: WorkCalendar): DayCounts {
  const { start, end, minutes } = period;
  const holidays = holidaysWithin(calendar, start, end);
  const byMode = countsByMode(period, calendar);
  const counts = Array.from({ length: end - start + 1 }, (_, place) => {
    const day = start + place;
    const isHalfDay = holidays.get(day);
    const count = byMode?.[place] ?? halved(period, day, amountOn(calendar, day, minutes, isHalfDay));
    return count - interruptedOn(period, calendar, day, isHalfDay, count);
  });
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

/** The hours of a person's day, in minutes from midnight. When it begins is unknown: halves are shown from nine o'clock on. */
export interface DayHours {
  from: number;
  noon: number;
  to: number;
}

/** The hours of a day by a calendar; of a day that is not worked, those of the location's. */
export function dayHours(calendar: WorkCalendar, day: DayNumber): DayHours {
  const [length = 0] = dayLengths({ start: day, end: day, minutes: null }, calendar);
  const { from, to: noon } = halfDay("first", length);
  return { from, noon, to: halfDay("second", length).to };
}

const midnight = 24 * 60;

/**
 * The minutes of a day that a leave takes. A half ends or begins at the middle of the person's day.
 * @param calendar of the person
 */
export function timeOn(period: Period, day: DayNumber, calendar: WorkCalendar): { from: number; to: number } {
  if (period.minutes) return period.minutes;
  const part = partOn(period, day);
  if (part === "FULL_DAY") return { from: 0, to: midnight };
  const { noon } = dayHours(calendar, day);
  return part === "MORNING" ? { from: 0, to: noon } : { from: noon, to: midnight };
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
  return Math.max(0, count - halved(period, period.end, weekdayAmount(calendar, period.end)));
}

/**
 * Each day of a leave, with the reason for its count.
 * @param kept the stored day counts: they apply even if the calendar has changed since
 */
export function explainDays(period: Period, calendar: WorkCalendar, kept: DayCounts): CountedDay[] {
  const holidays = holidaysWithin(calendar, period.start, period.end);
  const { interruptions = [], ...free } = calendar;
  const uninterrupted = interruptions.length > 0 ? countDays(period, free).counts : null;
  const counted = uninterrupted && countDays(period, calendar).counts;
  return kept.counts.map((count, place) => {
    const day = kept.start + place;
    const isLast = place === kept.counts.length - 1;
    const after = isLast ? toThousandths(afterwards(period, calendar, count)) : 0;
    const shared = { day, amount: toThousandths(count), after };
    if (count < (uninterrupted?.[place] ?? 0) && count <= (counted?.[place] ?? 0))
      return { ...shared, kind: "INTERRUPTED", holiday: null };
    if (count > 0 && isByModeOnly(period, calendar, day))
      return { ...shared, kind: "CALENDAR_DAY", holiday: namesOn(calendar, day) };
    const isHalfDay = holidays.get(day);
    // A part of a day can count zero on a working day, when other leave on the date has used the whole day.
    const isPart = period.minutes !== null || partOn(period, day) !== "FULL_DAY";
    const isWorkedDay = count > 0 || (isPart && lengthOn(calendar, day) > 0);
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
