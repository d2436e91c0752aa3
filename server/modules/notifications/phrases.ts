import type { NotificationLocale } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/calendar-date";
import { day as dayMs, minute as minuteMs } from "@/server/kernel/clock";
import { evenDate } from "@/server/kernel/even-date";
import { onceForEach } from "@/server/kernel/once-for-each";
import { fill } from "./contractions";
import { de } from "./messages/de";
import { en, type Words } from "./messages/en";
import { es } from "./messages/es";
import { fr } from "./messages/fr";
import { pt } from "./messages/pt";

const words: Record<NotificationLocale, Words> = { en, de, es, fr, pt };

type CountedWord = { [K in keyof Words]: Words[K] extends string ? never : K }[keyof Words];
type PlainWord = Exclude<keyof Words, CountedWord>;

/** English dates as the pages write them, and European Portuguese, for words and dates alike. */
const intlLocales: Record<NotificationLocale, string> = {
  en: "en-GB",
  de: "de",
  es: "es",
  fr: "fr",
  pt: "pt-PT",
};

/** Dates and times have no zone: they are formatted as if they were UTC. */
const at = (day: DayNumber) => new Date(day * dayMs);

const isSameMonth = (from: Date, to: Date): boolean =>
  from.toISOString().slice(0, 7) === to.toISOString().slice(0, 7);

const capitalised = (text: string, locale: string): string => {
  const [first = "", ...rest] = Array.from(text);
  return first.toLocaleUpperCase(locale) + rest.join("");
};

function datesOf(locale: NotificationLocale) {
  const intl = intlLocales[locale];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intl, { timeZone: "UTC", ...options });
  const long = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const withoutYear = format({ weekday: "long", day: "numeric", month: "long" });
  const short = format({ weekday: "short", day: "numeric", month: "short" });
  const withoutMonth = format({ weekday: "short", day: "numeric" });
  const range = format({ day: "numeric", month: "long", year: "numeric" });
  const time = format({ hour: "2-digit", minute: "2-digit" });
  // Spanish and Portuguese repeat the month at both ends.
  const sharesMonth = locale !== "es" && locale !== "pt";
  return {
    longDate: (day: DayNumber) => evenDate(long.format(at(day)), intl),
    /** The date within a sentence. */
    dayName: (day: DayNumber) => withoutYear.format(at(day)),
    dayHeading: (day: DayNumber) => capitalised(withoutYear.format(at(day)), intl),
    shortDate: (day: DayNumber) => short.format(at(day)),
    range: (from: DayNumber, to: DayNumber) => range.formatRange(at(from), at(to)),
    /** "Mon 3 – Fri 14 Aug" */
    span: (from: DayNumber, to: DayNumber) =>
      sharesMonth && isSameMonth(at(from), at(to))
        ? `${withoutMonth.format(at(from))} – ${short.format(at(to))}`
        : short.formatRange(at(from), at(to)),
    /** @param minutes since midnight */
    times: ({ from, to }: { from: number; to: number }) =>
      `${time.format(from * minuteMs)}–${time.format(to * minuteMs)}`,
    /** The name of a zone's time at an instant: "CET", "GMT-5". */
    zoneName: (instant: Date, timezone: string) =>
      new Intl.DateTimeFormat(intl, { timeZone: timezone, timeZoneName: "short" })
        .formatToParts(instant)
        .find(({ type }) => type === "timeZoneName")?.value ?? timezone,
  };
}

function phrasesFor(locale: NotificationLocale) {
  const plural = new Intl.PluralRules(intlLocales[locale]);
  const number = new Intl.NumberFormat(intlLocales[locale]);
  const collator = new Intl.Collator(intlLocales[locale]);
  return {
    locale,
    say: (name: PlainWord, values: Record<string, string | number> = {}) =>
      fill(locale, words[locale][name], values),
    count(name: CountedWord, count: number): string {
      const form = plural.select(count) === "one" ? "one" : "other";
      return fill(locale, words[locale][name][form], { count: number.format(count) });
    },
    byName: (a: string, b: string) => collator.compare(a, b),
    ...datesOf(locale),
  };
}
export type Phrases = ReturnType<typeof phrasesFor>;

/** The words, dates and plurals of a language, cached: creating the formats costs far more than using them. */
export const phrasesOf = onceForEach(phrasesFor);
