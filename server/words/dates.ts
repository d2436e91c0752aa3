import type { NotificationLocale } from "@/drizzle/schema/values";
import { type DayNumber, yearOf } from "@/server/kernel/time/calendar-date";
import { day as dayMs, minute as minuteMs } from "@/server/kernel/time/clock";
import { evenDate } from "@/server/kernel/time/even-date";

/** English dates as the pages write them, and European Portuguese, for words and dates alike. */
export const intlLocales: Record<NotificationLocale, string> = {
  en: "en-GB",
  de: "de",
  es: "es",
  fr: "fr",
  pt: "pt-PT",
};

/** Minutes since midnight. */
export interface Times {
  from: number;
  to: number;
}

/** Dates and times have no zone: they are formatted as if they were UTC. */
const at = (day: DayNumber) => new Date(day * dayMs);

const isSameMonth = (from: Date, to: Date): boolean =>
  from.toISOString().slice(0, 7) === to.toISOString().slice(0, 7);

const capitalised = (text: string, locale: string): string => {
  const [first = "", ...rest] = Array.from(text);
  return first.toLocaleUpperCase(locale) + rest.join("");
};

/** Merges consecutive days into ranges. @param days sorted */
function rangesOf(days: readonly DayNumber[]): { from: DayNumber; to: DayNumber }[] {
  const ranges: { from: DayNumber; to: DayNumber }[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last?.to === day - 1) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

/** French writes the first of a month as an ordinal number, which Intl does not. */
const withOrdinal = (written: string): string => written.replace(/(?<!\d)1 (?=\p{L})/gu, "1er ");

function formatIn(locale: NotificationLocale, options: Intl.DateTimeFormatOptions) {
  const made = new Intl.DateTimeFormat(intlLocales[locale], { timeZone: "UTC", ...options });
  const even = locale === "fr" ? withOrdinal : (written: string) => written;
  return {
    format: (date: Date | number) => even(made.format(date)),
    formatRange: (from: Date, to: Date) => even(made.formatRange(from, to)),
  };
}

/** A language's formats of dates and times. */
export function datesOf(locale: NotificationLocale) {
  const intl = intlLocales[locale];
  const format = (options: Intl.DateTimeFormatOptions) => formatIn(locale, options);
  const long = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const withoutYear = format({ weekday: "long", day: "numeric", month: "long" });
  const short = format({ weekday: "short", day: "numeric", month: "short" });
  const withoutMonth = format({ weekday: "short", day: "numeric" });
  const plain = format({ day: "numeric", month: "long", year: "numeric" });
  const inYear = format({ day: "numeric", month: "long" });
  const moment = format({ dateStyle: "long", timeStyle: "short" });
  const time = format({ hour: "2-digit", minute: "2-digit" });
  // Spanish and Portuguese repeat the month at both ends.
  const sharesMonth = locale !== "es" && locale !== "pt";
  const shortDate = (day: DayNumber) => short.format(at(day));
  const range = (from: DayNumber, to: DayNumber) => plain.formatRange(at(from), at(to));
  /** "Mon 3 – Fri 14 Aug" */
  const span = (from: DayNumber, to: DayNumber) =>
    sharesMonth && isSameMonth(at(from), at(to))
      ? `${withoutMonth.format(at(from))} – ${short.format(at(to))}`
      : short.formatRange(at(from), at(to));
  const times = ({ from, to }: Times) => `${time.format(from * minuteMs)}–${time.format(to * minuteMs)}`;
  return {
    longDate: (day: DayNumber) => evenDate(long.format(at(day)), intl),
    /** The date within a sentence. */
    dayName: (day: DayNumber) => withoutYear.format(at(day)),
    dayHeading: (day: DayNumber) => capitalised(withoutYear.format(at(day)), intl),
    shortDate,
    /** "3 August 2027" */
    date: (day: DayNumber) => plain.format(at(day)),
    range,
    /** Days of each year: "24 December – 2 January" */
    yearlyRange: (from: DayNumber, to: DayNumber) =>
      yearOf(from) === yearOf(to)
        ? inYear.formatRange(at(from), at(to))
        : `${inYear.format(at(from))} – ${inYear.format(at(to))}`,
    span,
    times,
    /** An instant's date in UTC. */
    utcDate: (instant: Date) => plain.format(instant),
    /** An instant's date and time in UTC, without the zone. */
    moment: (instant: Date) => moment.format(instant),
    /** "Tue 3 Aug – Wed 4 Aug; Fri 6 Aug". @param days sorted */
    days: (days: readonly DayNumber[]) =>
      rangesOf(days)
        .map(({ from, to }) => (from === to ? shortDate(from) : span(from, to)))
        .join("; "),
    /** The name of a zone's time at an instant: "CET", "GMT-5". */
    zoneName: (instant: Date, timezone: string) =>
      new Intl.DateTimeFormat(intl, { timeZone: timezone, timeZoneName: "short" })
        .formatToParts(instant)
        .find(({ type }) => type === "timeZoneName")?.value ?? timezone,
  };
}
