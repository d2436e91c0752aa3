import { day as dayMs } from "./clock";

/**
 * Calendar dates as day numbers since 1970-01-01, for arithmetic without a time zone. At its interfaces the product represents every
 * date as a `YYYY-MM-DD` string; internal code may convert it to a day number.
 */
export type DayNumber = number;

/** @param text an existing date, `YYYY-MM-DD` */
export const dayNumber = (text: string): DayNumber => Date.parse(`${text}T00:00:00Z`) / dayMs;

/** Maximum cache size, some decades: balances convert the same days repeatedly, and a conversion costs far more than a cache hit. */
const maxKnown = 20_000;

function remembered<T>(make: (day: DayNumber) => T): (day: DayNumber) => T {
  const all = new Map<DayNumber, T>();
  return (day) => {
    const known = all.get(day);
    if (known !== undefined) return known;
    const made = make(day);
    if (all.size >= maxKnown) all.clear();
    all.set(day, made);
    return made;
  };
}

/** Formats a day number as `YYYY-MM-DD`. */
export const dayText = remembered((day) => new Date(day * dayMs).toISOString().slice(0, 10));

/** The weekday of a day: 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7;

/** The first day of a day's week. @param firstDayOfWeek 0 (Sunday) to 6 (Saturday) */
export const weekStart = (day: DayNumber, firstDayOfWeek: number): DayNumber =>
  day - ((weekdayOf(day) - firstDayOfWeek + 7) % 7);

/** The calendar year of a day. */
export const yearOf = remembered((day) => new Date(day * dayMs).getUTCFullYear());

/** The `MM-DD` of a day. */
export const monthDayOf = (day: DayNumber): string => dayText(day).slice(-5);

/** The first day of a month. `month` is 1 for January of `year` and may be any integer. Years start in March here: the leap day is last. */
function monthStart(year: number, month: number): DayNumber {
  const sinceMarch = year * 12 + month - 3;
  const marchYear = Math.floor(sinceMarch / 12);
  const inYear = sinceMarch - marchYear * 12;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  // From March on, months average 30.6 days. 719,468 days lie between 1 March of the year 0 and 1 January 1970.
  return marchYear * 365 + leapDays + Math.floor((153 * inYear + 2) / 5) - 719_468;
}

/**
 * A day of a month. `month` counts from January of `year` and may lie outside 1 to 12. A day past the end of the month becomes its
 * last day, so 29 February is the 28th in a common year (as for birthdays, decision 9).
 */
export const dayOfMonth = (year: number, month: number, day: number): DayNumber =>
  Math.min(monthStart(year, month) + day, monthStart(year, month + 1)) - 1;

/** The day of an `MM-DD` in a year; 29 February is the 28th in a common year. */
export const monthDayIn = (year: number, monthDay: string): DayNumber =>
  dayOfMonth(year, Number(monthDay.slice(0, 2)), Number(monthDay.slice(3)));

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, since creating a format costs far more than using it. */
function formatFor(timezone: string): Intl.DateTimeFormat {
  const found = formats.get(timezone);
  if (found) return found;
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  formats.set(timezone, made);
  return made;
}

/** The local calendar date at an instant. @param timezone IANA name */
export function localDate(at: Date, timezone: string): string {
  const parts = formatFor(timezone).formatToParts(at);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}
