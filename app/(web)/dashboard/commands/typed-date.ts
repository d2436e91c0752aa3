/** Calendar dates are `YYYY-MM-DD`. */
type DateText = string;

const dayMs = 86_400_000;
const isoDate = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/;
/** "24.12.", "24.12.2026", "24/12"; the day comes first in every language of ours. */
const numbers = /(?:^|\s)(\d{1,2})[./](\d{1,2})[./]?(\d{4})?(?=\s|$)/;
/** "24 Dec", "24. Dezember 2026", "Dec 24". */
const dayThenMonth = /(?<day>\d{1,2})\.?\s+(?<month>\p{L}{3,})\.?(?:\s+(?<year>\d{4}))?/u;
const monthThenDay = /(?<month>\p{L}{3,})\.?\s+(?<day>\d{1,2})\b(?:,?\s+(?<year>\d{4}))?/u;

const textOf = (at: Date): DateText => at.toISOString().slice(0, 10);
const plus = (date: DateText, days: number): DateText => textOf(new Date(Date.parse(date) + days * dayMs));

/** @returns null for a day that does not exist */
function dateOf(year: number, month: number, day: number): DateText | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? textOf(at) : null;
}

/** Without a year, the next time. */
function next(today: DateText, month: number, day: number, year: string | undefined): DateText | null {
  if (year) return dateOf(Number(year), month, day);
  const thisYear = Number(today.slice(0, 4));
  const date = dateOf(thisYear, month, day);
  return date !== null && date >= today ? date : dateOf(thisYear + 1, month, day);
}

const namesOf = (locale: string, options: Intl.DateTimeFormatOptions, dates: readonly Date[]): string[] => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return dates.map((at) => format.format(at).toLocaleLowerCase(locale));
};
const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15)));
/** From a Sunday on. */
const weekdays = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 1, 1 + day)));

/** Which of the names a word begins; -1 for none. */
const begun = (names: readonly string[], word: string): number =>
  names.findIndex((name) => name.startsWith(word));

/**
 * The date that somebody has typed, in the words of their language: "2026-12-24", "24.12.", "24 Dec", "tomorrow", "Friday".
 * @returns null where there is none
 */
export function typedDate(text: string, today: DateText, locale: string): DateText | null {
  const typed = text.toLocaleLowerCase(locale).trim();
  const iso = isoDate.exec(typed);
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const plain = numbers.exec(typed);
  if (plain) return next(today, Number(plain[2]), Number(plain[1]), plain[3]);
  const names = namesOf(locale, { month: "long" }, months);
  for (const pattern of [dayThenMonth, monthThenDay]) {
    const { month: name, day, year } = pattern.exec(typed)?.groups ?? {};
    const month = name ? begun(names, name) : -1;
    if (month >= 0) return next(today, month + 1, Number(day), year);
  }
  return nearDay(typed.split(/\s+/), today, locale);
}

/** "Today", "tomorrow", or the next day of that name. */
function nearDay(words: readonly string[], today: DateText, locale: string): DateText | null {
  const near = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const days of [0, 1, 2])
    if (words.includes(near.format(days, "day").toLocaleLowerCase(locale))) return plus(today, days);
  const names = namesOf(locale, { weekday: "long" }, weekdays);
  const weekday = begun(names, words.find((word) => word.length >= 3 && begun(names, word) >= 0) ?? "\0");
  if (weekday < 0) return null;
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  return plus(today, ahead);
}
