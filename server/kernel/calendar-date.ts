import { day as dayMs } from "./clock";

/**
 * Calendar dates as numbers of days since 1970-01-01: arithmetic without a time zone. Every date of the product is a
 * `YYYY-MM-DD` string outside and may become such a number inside.
 */
export type DayNumber = number;

/** @param text a date that exists, `YYYY-MM-DD` */
export const dayNumber = (text: string): DayNumber => Date.parse(`${text}T00:00:00Z`) / dayMs;

/** Some decades: balances ask for the same days over and over, and making a date of one costs far more than finding it. */
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

/** The date of a day number, `YYYY-MM-DD`. */
export const dayText = remembered((day) => new Date(day * dayMs).toISOString().slice(0, 10));

/** 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7;

/** The first day of the week in which a day lies. @param firstDayOfWeek 0 Sunday to 6 */
export const weekStart = (day: DayNumber, firstDayOfWeek: number): DayNumber =>
  day - ((weekdayOf(day) - firstDayOfWeek + 7) % 7);

/** The calendar year of a day. */
export const yearOf = remembered((day) => new Date(day * dayMs).getUTCFullYear());

/** The `MM-DD` of a day. */
export const monthDayOf = (day: DayNumber): string => dayText(day).slice(-5);

/** The first day of a month, counted from January of `year` and of any number, in years that begin in March and so end with the leap day. */
function monthStart(year: number, month: number): DayNumber {
  const sinceMarch = year * 12 + month - 3;
  const marchYear = Math.floor(sinceMarch / 12);
  const inYear = sinceMarch - marchYear * 12;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  // Months have 30.6 days on average, from March on; 719,468 days lie between 1 March of the year 0 and 1970.
  return marchYear * 365 + leapDays + Math.floor((153 * inYear + 2) / 5) - 719_468;
}

/**
 * A day of a month, counted from January of `year`; `month` may lie outside 1 to 12. A day that the month lacks becomes its
 * last, so 29 February is the 28th in a common year (as for birthdays, decision 9).
 */
export const dayOfMonth = (year: number, month: number, day: number): DayNumber =>
  Math.min(monthStart(year, month) + day, monthStart(year, month + 1)) - 1;

/** `MM-DD` in a given year; 29 February is the 28th in a common year. */
export const monthDayIn = (year: number, monthDay: string): DayNumber =>
  dayOfMonth(year, Number(monthDay.slice(0, 2)), Number(monthDay.slice(3)));

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs far more than using it. */
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

/** The date that the calendar on the wall shows at an instant. @param timezone IANA name */
export function localDate(at: Date, timezone: string): string {
  const parts = formatFor(timezone).formatToParts(at);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}
