import type { NotificationLocale } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/calendar-date";
import { day as dayMs, minute as minuteMs } from "@/server/kernel/clock";
import { de } from "./messages/de";
import { en, type Words } from "./messages/en";
import { es } from "./messages/es";
import { fr } from "./messages/fr";
import { pt } from "./messages/pt";

const words: Record<NotificationLocale, Words> = { en, de, es, fr, pt };

type CountedWord = { [K in keyof Words]: Words[K] extends string ? never : K }[keyof Words];
type PlainWord = Exclude<keyof Words, CountedWord>;

const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Dates and times are of no zone: they are formatted as if they were UTC. */
const at = (day: DayNumber) => new Date(day * dayMs);

function phrasesFor(locale: NotificationLocale) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
  const long = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const withoutYear = format({ weekday: "long", day: "numeric", month: "long" });
  const short = format({ weekday: "short", day: "numeric", month: "short" });
  const range = format({ day: "numeric", month: "long", year: "numeric" });
  const time = format({ hour: "numeric", minute: "2-digit" });
  const plural = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);
  const collator = new Intl.Collator(locale);
  return {
    locale,
    say: (name: PlainWord, values: Record<string, string | number> = {}) => fill(words[locale][name], values),
    count(name: CountedWord, count: number): string {
      const form = plural.select(count) === "one" ? "one" : "other";
      return fill(words[locale][name][form], { count: number.format(count) });
    },
    longDate: (day: DayNumber) => long.format(at(day)),
    dayName: (day: DayNumber) => withoutYear.format(at(day)),
    shortDate: (day: DayNumber) => short.format(at(day)),
    range: (from: DayNumber, to: DayNumber) => range.formatRange(at(from), at(to)),
    /** @param minutes since midnight */
    times: ({ from, to }: { from: number; to: number }) =>
      `${time.format(from * minuteMs)}–${time.format(to * minuteMs)}`,
    byName: (a: string, b: string) => collator.compare(a, b),
  };
}
export type Phrases = ReturnType<typeof phrasesFor>;

const made = new Map<NotificationLocale, Phrases>();

/** The words, dates and plurals of a language. Making the formats costs far more than using them. */
export function phrasesOf(locale: NotificationLocale): Phrases {
  const found = made.get(locale) ?? phrasesFor(locale);
  made.set(locale, found);
  return found;
}
