import { type DayNumber, weekdayOf } from "@/server/kernel/calendar-date";

/** Whole numbers of thousandths of a working day: sums and splits never drift. */
export type Thousandths = number;

export const oneDay: Thousandths = 1000;
const halfDay: Thousandths = 500;

/** How a location works. `holidays` are sorted by day; several may fall on one day. */
export interface WorkCalendar {
  /** Weekdays that are worked, 0 Sunday to 6. */
  workWeek: readonly number[];
  /** With at most two decimals. */
  hoursPerDay: number;
  holidays: readonly Holiday[];
}

export interface Holiday {
  day: DayNumber;
  isHalfDay: boolean;
  /** Sums do without it. */
  name?: string;
}

/** The time of a leave. On a part-day leave the same minutes of each day, counted from midnight. */
export interface Period {
  start: DayNumber;
  /** Included. */
  end: DayNumber;
  minutes: { from: number; to: number } | null;
}

/** The days of a period up to a cut, or between two. */
export interface Part {
  start: DayNumber;
  /** Included. */
  end: DayNumber;
  amount: Thousandths;
}

/** Worked weekdays from `start` to `end`, both included, before holidays; costs the same for a week and for a century. */
function workedWeekdays(start: DayNumber, end: DayNumber, workWeek: readonly number[]): number {
  const days = end - start + 1;
  if (days <= 0) return 0;
  const first = weekdayOf(start);
  const rest = days % 7;
  const inRest = workWeek.filter((weekday) => (weekday - first + 7) % 7 < rest).length;
  return Math.floor(days / 7) * workWeek.length + inRest;
}

/** What a part-day leave takes from a whole working day: its hours over hoursPerDay, at most the day. */
export function dayAmount(minutes: Period["minutes"], hoursPerDay: number): Thousandths {
  if (minutes === null) return oneDay;
  // In hundredths of an hour, so that the quotient is of whole numbers and rounds half up exactly.
  const numerator = (minutes.to - minutes.from) * oneDay * 100;
  const denominator = Math.round(hoursPerDay * 100) * 60;
  return Math.min(oneDay, Math.floor((2 * numerator + denominator) / (2 * denominator)));
}

/** Each holiday on a worked day of the range once; a whole one wins over a half one. */
function holidaysWithin(calendar: WorkCalendar, start: DayNumber, end: DayNumber): Map<DayNumber, boolean> {
  const halfByDay = new Map<DayNumber, boolean>();
  for (const { day, isHalfDay } of calendar.holidays) {
    if (day < start || day > end || !calendar.workWeek.includes(weekdayOf(day))) continue;
    halfByDay.set(day, isHalfDay && (halfByDay.get(day) ?? true));
  }
  return halfByDay;
}

/**
 * Working days that a period takes in a location (decision 7): its worked weekdays without holidays; a half-day holiday
 * leaves half a day, of which a part-day leave takes at most that half.
 */
export function workingDays(period: Period, calendar: WorkCalendar): Thousandths {
  const amount = dayAmount(period.minutes, calendar.hoursPerDay);
  let total = workedWeekdays(period.start, period.end, calendar.workWeek) * amount;
  for (const isHalfDay of holidaysWithin(calendar, period.start, period.end).values())
    total -= isHalfDay ? amount - Math.min(amount, halfDay) : amount;
  return total;
}

/** What a day of leave is, and what it takes. */
export interface CountedDay {
  day: DayNumber;
  amount: Thousandths;
  kind: "WORKING_DAY" | "NON_WORKING_DAY" | "HOLIDAY" | "HALF_DAY_HOLIDAY";
  /** Of a holiday on a day that would be worked; several are joined. */
  holiday: string | null;
}

/** Each day of a period, with the reason why it counts as it does. The amounts add up to `workingDays`. */
export function countDays({ start, end, minutes }: Period, calendar: WorkCalendar): CountedDay[] {
  const whole = dayAmount(minutes, calendar.hoursPerDay);
  const holidays = holidaysWithin(calendar, start, end);
  return Array.from({ length: calendarDays({ start, end, minutes }) }, (_, index) => {
    const day = start + index;
    const isHalfDay = holidays.get(day);
    if (!calendar.workWeek.includes(weekdayOf(day)))
      return { day, amount: 0, kind: "NON_WORKING_DAY", holiday: null };
    if (isHalfDay === undefined) return { day, amount: whole, kind: "WORKING_DAY", holiday: null };
    const names = calendar.holidays.flatMap((one) => (one.day === day && one.name ? [one.name] : []));
    return {
      day,
      amount: isHalfDay ? Math.min(whole, halfDay) : 0,
      kind: isHalfDay ? "HALF_DAY_HOLIDAY" : "HOLIDAY",
      holiday: names.join(", ") || null,
    };
  });
}

/**
 * A period in parts that never cross a cut; each cut is the first day of a part. The amounts add up to `workingDays`.
 * @param cuts sorted, without doubles
 */
export function splitPeriod(period: Period, calendar: WorkCalendar, cuts: readonly DayNumber[]): Part[] {
  const starts = [period.start, ...cuts.filter((cut) => cut > period.start && cut <= period.end)];
  return starts.map((start, index) => {
    const end = (starts[index + 1] ?? period.end + 1) - 1;
    return { start, end, amount: workingDays({ ...period, start, end }, calendar) };
  });
}

/** Days on the calendar that a period touches, worked or not. */
export const calendarDays = (period: Period): number => period.end - period.start + 1;

/** Thousandths as the days that the database and the API hold. */
export const toDays = (amount: Thousandths): number => amount / oneDay;

/** Days with at most three decimals as thousandths. */
export const fromDays = (days: number): Thousandths => Math.round(days * oneDay);
