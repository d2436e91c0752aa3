import compile from "icu-minify/compile";
import format from "icu-minify/format";
import type { NotificationLocale } from "@/drizzle/schema/values";
import { onceForEach } from "@/server/kernel/once-for-each";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { contractionsOf } from "./contractions";
import { datesOf, intlLocales, type Times } from "./dates";
import de from "./de.json";
import en from "./en.json";
import es from "./es.json";
import fr from "./fr.json";
import pt from "./pt.json";

/** The English file defines the words: the compiler, and a test, compare the others with it. */
const books: Record<NotificationLocale, typeof en> = { en, de, es, fr, pt };

type KeysOf<Book> = {
  [Key in keyof Book & string]: Book[Key] extends string ? Key : `${Key}.${KeysOf<Book[Key]>}`;
}[keyof Book & string];

/** The key of a text, through its groups: "leaveMail.approved". */
export type Word = KeysOf<typeof en>;

type Book = { [key: string]: string | Book };

function messageAt(locale: NotificationLocale, word: Word): string {
  const found = word
    .split(".")
    .reduce<Book | string>((book, key) => (typeof book === "string" ? "" : (book[key] ?? "")), books[locale]);
  if (typeof found !== "string" || found === "") throw new Error(`No word ${word} in ${locale}`);
  return found;
}

/** The time of a leave. */
interface Span {
  start: DayNumber;
  end: DayNumber;
  minutes: Times | null;
  fromNoon?: boolean;
  untilNoon?: boolean;
}

function makeWords(locale: NotificationLocale) {
  const intl = intlLocales[locale];
  const number = new Intl.NumberFormat(intl, { maximumFractionDigits: 3 });
  const plural = new Intl.PluralRules(intl);
  const collator = new Intl.Collator(intl);
  const contractions = contractionsOf(locale);
  const formatters = {
    getNumberFormat: () => number,
    getPluralRules: () => plural,
    getDateTimeFormat: Intl.DateTimeFormat,
  };
  const compiled = onceForEach((word: Word) => compile(messageAt(locale, word)));
  /** A text with its values, in ICU MessageFormat. Dates and plain numbers are formatted before. */
  function say(word: Word, values: Record<string, string | number> = {}): string {
    const said = format<string>(compiled(word), intl, { ...contractions, ...values }, { formatters });
    return typeof said === "string" ? said : said.join("");
  }
  const dates = datesOf(locale);
  return {
    locale,
    say,
    number: (value: number) => number.format(value),
    byName: (a: string, b: string) => collator.compare(a, b),
    ...dates,
    /** "3–7 August 2027, 09:00–13:00"; "3 August 2027 (afternoon) – 7 August 2027" */
    when({ start, end, minutes, fromNoon, untilNoon }: Span): string {
      if (minutes) return `${dates.range(start, end)}, ${dates.times(minutes)}`;
      if (!fromNoon && !untilNoon) return dates.range(start, end);
      if (start === end) return `${dates.date(start)}, ${say(fromNoon ? "half.afternoon" : "half.morning")}`;
      const first = fromNoon ? `${dates.date(start)} (${say("half.afternoon")})` : dates.date(start);
      const last = untilNoon ? `${dates.date(end)} (${say("half.morning")})` : dates.date(end);
      return `${first} – ${last}`;
    },
    /** "from noon on Tue 3 Aug", "until noon on Fri 6 Aug"; for one day "half day, afternoon". */
    halves: ({ start, end, fromNoon, untilNoon }: Span): string[] =>
      start === end && (fromNoon || untilNoon)
        ? [`${say("notification.halfDay")}, ${say(fromNoon ? "half.afternoon" : "half.morning")}`]
        : [
            ...(fromNoon ? [say("half.from", { date: dates.shortDate(start) })] : []),
            ...(untilNoon ? [say("half.until", { date: dates.shortDate(end) })] : []),
          ],
  };
}
/** The words and formats of a language. */
export type Words = ReturnType<typeof makeWords>;

/** The words and formats of a language, cached: creating them costs far more than using them. */
export const wordsOf = onceForEach(makeWords);
