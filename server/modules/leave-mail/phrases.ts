import type { NotificationLocale } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/calendar-date";
import { onceForEach } from "@/server/kernel/once-for-each";
import { fill } from "@/server/modules/notifications/contractions";
import { phrasesOf as datePhrasesOf } from "@/server/modules/notifications/phrases";
import type { Period } from "@/server/modules/work-calendar/working-days";
import { de } from "./messages/de";
import { en, type Words } from "./messages/en";
import { es } from "./messages/es";
import { fr } from "./messages/fr";
import { pt } from "./messages/pt";

const words: Record<NotificationLocale, Words> = { en, de, es, fr, pt };

type CountedWord = { [K in keyof Words]: Words[K] extends string ? never : K }[keyof Words];
export type PlainWord = Exclude<keyof Words, CountedWord>;

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

function phrasesFor(locale: NotificationLocale) {
  const dates = datePhrasesOf(locale);
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const plural = new Intl.PluralRules(locale);
  const values = (given: Record<string, string | number>) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        typeof value === "number" ? number.format(value) : value,
      ]),
    );
  return {
    locale,
    number: (value: number) => number.format(value),
    say: (name: PlainWord, given: Record<string, string | number> = {}) =>
      fill(locale, words[locale][name], values(given)),
    count(name: CountedWord, count: number, given: Record<string, string> = {}): string {
      const form = plural.select(count) === "one" ? "one" : "other";
      return fill(locale, words[locale][name][form], values({ ...given, count }));
    },
    date: (day: DayNumber) => dates.range(day, day),
    /** "3–7 August 2027, 09:00–13:00" */
    when: ({ start, end, minutes }: Period) =>
      [dates.range(start, end), ...(minutes ? [dates.times(minutes)] : [])].join(", "),
    /** "Tue 3 Aug – Wed 4 Aug; Fri 6 Aug" */
    days: (days: readonly DayNumber[]) =>
      rangesOf(days)
        .map(({ from, to }) => (from === to ? dates.shortDate(from) : dates.span(from, to)))
        .join("; "),
  };
}
export type Phrases = ReturnType<typeof phrasesFor>;

/** The words and dates of mails about leave in a language, cached: creating the formats costs far more than using them. */
export const phrasesOf = onceForEach(phrasesFor);
