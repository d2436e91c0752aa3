import { type DateText, daysLater, existingDate } from "@/app/_kit/ui/date-text";
import { type DateWords, dateWords } from "@/app/_kit/ui/date-words";

/** The context of a typed date: its meaning depends on where and when it is typed. */
export interface DateReading {
  today: DateText;
  /** The languages whose words are understood, in order of precedence. */
  locales: readonly string[];
  /** How many days back a date without a year may lie; earlier dates mean next year. */
  pastDays?: number;
  /** The earliest day for a date without a year, instead of `pastDays` ago. */
  from?: DateText | undefined;
}

/** "31.12.", "31/12/26", "31-12-2026", "31122026". */
const numbers = /^(\d{1,2})\s?[./-]\s?(\d{1,2})(?:\s?[./-]\s?(\d{4}|\d{2})?)?$/;
const packed = /^(\d{2})(\d{2})(\d{4}|\d{2})$/;
const yearFirst = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/;
const offset = /^([+-]\d{1,3})\s*(\p{L}*)$/u;
/** A longer text contains more than a date. */
const maxWords = 6;

/**
 * The typed date, in the words of the pages' languages: "2026-12-24", "24.12.", "24 Dec", "tomorrow", "next Friday", "+3".
 * @returns null for text that is no date, or a date that does not exist
 */
export function typedDate(text: string, reading: DateReading): DateText | null {
  const typed = text.trim().toLocaleLowerCase(reading.locales[0]).replace(/\s+/g, " ");
  const found = inNumbers(typed, reading);
  if (found !== undefined) return found;
  for (const locale of reading.locales) {
    const date = inWords(typed, dateWords(locale), reading);
    if (date !== undefined) return date;
  }
  return null;
}

/** The date in a longer text: "who is away on 24 Dec". Of several, the one with the most words. */
export function dateWithin(text: string, reading: DateReading): DateText | null {
  const words = text.trim().split(/\s+/);
  for (let count = Math.min(maxWords, words.length); count > 0; count--)
    for (let at = 0; at + count <= words.length; at++) {
      const part = words.slice(at, at + count).join(" ");
      // "Di", "12", and any other number.
      const date = part.length < 3 || /^[+-]?\d+$/.test(part) ? null : typedDate(part, reading);
      if (date) return date;
    }
  return null;
}

/** @returns undefined for text that is not numeric, null for a date that does not exist */
function inNumbers(typed: string, reading: DateReading): DateText | null | undefined {
  const [, year, month, day] = yearFirst.exec(typed) ?? [];
  if (year) return existingDate(Number(year), Number(month), Number(day));
  const [, first, second, last] = numbers.exec(typed) ?? packed.exec(typed) ?? [];
  if (first === undefined) return undefined;
  const at = dateOf(Number(second), Number(first), last, reading);
  // The day comes first in every language of the pages; where that is impossible, the month does.
  return at ?? (typed.includes("/") ? dateOf(Number(first), Number(second), last, reading) : null);
}

/** Two digits mean a year of this century, up to twenty years from now. */
function yearOf(text: string, today: DateText): number {
  if (text.length === 4) return Number(text);
  const year = Number(today.slice(0, 2)) * 100 + Number(text);
  return year > Number(today.slice(0, 4)) + 20 ? year - 100 : year;
}

/** Without a year, the first such day that is not too long ago. */
function dateOf(month: number, day: number, year: string | undefined, reading: DateReading): DateText | null {
  const { today, pastDays = 0, from: earliest = daysLater(today, -pastDays) } = reading;
  if (year) return existingDate(yearOf(year, today), month, day);
  const from = Number(earliest.slice(0, 4));
  // Eight years contain a leap day in any century.
  for (let ahead = 0; ahead <= 8; ahead++) {
    const date = existingDate(from + ahead, month, day);
    if (date !== null && date >= earliest) return date;
  }
  return null;
}

/** The index of the name that starts with a word, or of the short name that equals it; -1 for none. */
function placeOf(names: readonly string[], word: string, short: readonly string[] = []): number {
  const name = word.replace(/[.,]+$/, "");
  const exact = short.indexOf(name);
  if (exact >= 0 || name.length < 3) return exact;
  return names.findIndex((one) => one.startsWith(name));
}

const monthOf = (words: DateWords, word: string): number =>
  words.months[word.replace(/\.$/, "")] ?? placeOf(words.monthNames, word);

/** @returns undefined for text that is not in these words */
function inWords(typed: string, words: DateWords, reading: DateReading): DateText | null | undefined {
  const { today } = reading;
  const near = words.near.get(typed);
  if (near !== undefined) return daysLater(today, near);
  const isJoining = (part: string) => words.joining?.test(part) === true;
  const ahead = offsetOf(
    typed
      .split(" ")
      .filter((part) => !isJoining(part))
      .join(" "),
    words,
  );
  if (ahead !== null) return daysLater(today, ahead);
  const parts = typed.split(/[\s,]+/).filter((part) => part !== "" && !isJoining(part));
  // "Thu 24 Dec": the number says which day.
  const isWeekday = (part = "") => placeOf(words.weekdayNames, part, words.shortWeekdays) >= 0;
  if (parts.length > 2 && isWeekday(parts[0])) parts.shift();
  // "quinta, 24/12/2026"
  if (parts.length === 2 && isWeekday(parts[0])) {
    const date = inNumbers(parts[1] ?? "", reading);
    if (date !== undefined) return date;
  }
  return named(parts, words, reading) ?? weekday(parts, words, today);
}

/** "24 Dec", "24. Dezember 2026", "24.Dez.", "Dec 24th". */
function named(
  parts: readonly string[],
  words: DateWords,
  reading: DateReading,
): DateText | null | undefined {
  const [first = "", second = "", year, ...rest] = parts.flatMap((part) =>
    part.split(/(?<=^\d{1,2}\.?)(?=\p{L}{3})|(?<=\p{L}\.)(?=\d)/u),
  );
  if (rest.length > 0 || (year !== undefined && !/^(?:\d{2}|\d{4})$/.test(year))) return undefined;
  for (const [day, month] of [
    [first, second],
    [second, first],
  ] as const) {
    const number = day.replace(words.ordinal, "").replace(/\.$/, "");
    const at = /^\d{1,2}$/.test(number) ? monthOf(words, month) : -1;
    if (at >= 0) return dateOf(at + 1, Number(number), year, reading);
  }
  return undefined;
}

/** "+3", "-1", "+2w", "in 3 days", "next week". */
function offsetOf(typed: string, words: DateWords): number | null {
  const [, signed, unit = ""] = offset.exec(typed) ?? [];
  const perUnit = (word: string): number | null => {
    if (word === "" || words.day.test(word)) return 1;
    return words.week.test(word) ? 7 : null;
  };
  if (signed !== undefined) {
    const days = perUnit(unit);
    return days === null ? null : Number(signed) * days;
  }
  const [first = "", second = "", third, ...rest] = typed.split(" ");
  if (rest.length > 0) return null;
  if (third === undefined) {
    const isNext = [
      [first, second],
      [second, first],
    ].some(([next = "", week = ""]) => words.next.test(next) && words.week.test(week));
    return isNext ? 7 : null;
  }
  const days = words.within.test(first) && /^\d{1,3}$/.test(second) ? perUnit(third) : null;
  return days === null ? null : Number(second) * days;
}

/** "Friday" and "on Friday" may be today, "next Friday" is not. */
function weekday(parts: readonly string[], words: DateWords, today: DateText): DateText | undefined {
  const [first, second = ""] = parts.length === 1 ? ["", parts[0]] : parts;
  if (parts.length > 2 || first === undefined) return undefined;
  // "lundi prochain", "lunes pasado"
  const isAfter = words.next.test(second) || words.last.test(second);
  const [before, name] = isAfter ? [second, first] : [first, second];
  const at = placeOf(words.weekdayNames, name, words.shortWeekdays);
  if (at < 0) return undefined;
  const ahead = (at - new Date(today).getUTCDay() + 7) % 7;
  if (before === "" || words.coming.test(before)) return daysLater(today, ahead);
  if (words.next.test(before)) return daysLater(today, ahead || 7);
  return words.last.test(before) ? daysLater(today, ahead - 7) : undefined;
}
