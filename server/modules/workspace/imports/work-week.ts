import { numberOf } from "./cells";

/** The working time of a weekday: minutes, or a part of the location's hours. */
export type DayTime = "FULL_DAY" | "HALF_DAY" | number;

/** Names of the weekdays from Sunday in the languages of files; any beginning of at least two letters is understood. */
const names = [
  "sunday sonntag dimanche domingo",
  "monday montag lundi lunes segunda",
  "tuesday dienstag mardi martes terca",
  "wednesday mittwoch mercredi miercoles quarta",
  "thursday donnerstag jeudi jueves quinta",
  "friday freitag vendredi viernes sexta",
  "saturday samstag sonnabend samedi sabado",
].map((day) => day.split(" "));
/** Two letters are English or German: `di` and `do` are other days elsewhere. */
const shortNames = ["su so", "mo", "tu di", "we mi", "th do", "fr", "sa"].map((day) => day.split(" "));

function weekdayOf(word: string): number | null {
  const found =
    word.length === 2
      ? shortNames.findIndex((known) => known.includes(word))
      : names.findIndex((known) => known.some((name) => name.startsWith(word)));
  return word.length < 2 || found < 0 ? null : found;
}

/** Lower case without accents; every dash and word for "to" is `-`, every "and" a space, and decimals have a point. */
const plainOf = (cell: string): string =>
  cell
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[–—−]|\b(?:to|bis|through|thru|au|a)\b/g, "-")
    .replaceAll("1/2", "½")
    .replace(/\b(?:and|und|et|y|e)\b|[&+/]/g, " ")
    .replace(/(\d),(?=\d)/g, "$1.")
    .trim();

/**
 * Full-time, in words or as a whole share, and "no" under a title such as "Part-time". Any other share or a number of days does not say which
 * days are worked.
 */
const isWholeWeek =
  /^(?:full[\s-]?time|vollzeit|temps plein|temps complet|tiempo completo|jornada completa|tempo inteiro|tempo completo|100(?:\.0+)?\s?%|1\.0+|no|nein|non|nao)$/;
const part = /^(\p{L}+)\.?(?:\s*-\s*(\p{L}+)\.?)?(?:\s*[:=]?\s*\(?([^\s,;()][^,;()]*?)\)?)?$/u;
const halfDay =
  /^(?:half|half day|halb|halber tag|halbtags|½|vormittags?|nachmittags?|mornings?|afternoons?|am|pm)$/;
const hours = /^(\d{1,2}(?:\.\d+)?)\s*(?:h|hrs?|hours?|std\.?|stunden?)$/;
const clock = /^(\d{1,2})[:h](\d{2})(?:\s*h)?$/;

function timeOf(text: string): DayTime | null {
  if (halfDay.test(text)) return "HALF_DAY";
  const [, hour, minute] = clock.exec(text) ?? [];
  if (hour) return Number(hour) * 60 + Number(minute);
  const count = numberOf(hours.exec(text)?.[1] ?? "");
  return count === null ? null : Math.round(count * 60);
}

interface Part {
  days: readonly number[];
  /** Null where the part names none. */
  time: DayTime | null;
}

/** From one weekday to another, also across the end of a week. */
const daysBetween = (from: number, to: number): number[] =>
  Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, place) => (from + place) % 7);

function partOf(text: string): Part | null {
  const [, first = "", last = first, rest] = part.exec(text) ?? [];
  const [from, to] = [weekdayOf(first), weekdayOf(last)];
  const time = rest === undefined ? null : timeOf(rest);
  if (from === null || to === null || (rest !== undefined && time === null)) return null;
  return { days: daysBetween(from, to), time };
}

/** Different cells of working patterns: those that are read, with their weeks, and those whose meaning only a user knows. */
export function weeksIn(cells: readonly string[]): {
  known: { cell: string; week: DayTime[] | "usual" }[];
  asked: string[];
} {
  const different = [...new Set(cells.filter(Boolean))];
  const read = different.map((cell) => ({ cell, week: workWeekOf(cell) }));
  return {
    known: read.flatMap(({ cell, week }) => (week === null ? [] : [{ cell, week }])),
    asked: read.flatMap(({ cell, week }) => (week === null ? [cell] : [])),
  };
}

/** Days without a comma between them, each a part of its own. */
const isPlainList = /^\p{L}+\.?(?:\s+\p{L}+\.?)+$/u;
const areDays = (text: string): boolean => text.split(/\s+/).every((word) => partOf(word) !== null);
const splitDays = (text: string): string[] =>
  isPlainList.test(text) && areDays(text) ? text.split(/\s+/) : [text];

/** Hours after a list of single days may be meant for the last of them or for all. */
const isAmbiguous = (parts: readonly Part[]): boolean =>
  parts.some(({ time }, at) => {
    const before = parts[at - 1];
    return typeof time === "number" && before?.time === null && before.days.length === 1;
  });

/**
 * The working time of each weekday from Sunday to Saturday, from `Mon-Thu`, `Mo Di Mi`, `Mon, Tue, Fri half`, `Mon-Thu 8h, Fri 4h`.
 * @returns `usual` for full-time, the location's work week; null for anything else, and for days that are named twice
 */
export function workWeekOf(cell: string): DayTime[] | "usual" | null {
  const text = plainOf(cell);
  if (isWholeWeek.test(text)) return "usual";
  const parts = text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .flatMap(splitDays)
    .map(partOf);
  if (parts.length === 0 || !parts.every((one) => one !== null) || isAmbiguous(parts)) return null;
  const week: DayTime[] = Array(7).fill(0);
  const named = parts.flatMap(({ days }) => days);
  if (new Set(named).size < named.length) return null;
  for (const { days, time } of parts) for (const day of days) week[day] = time ?? "FULL_DAY";
  return week;
}
