/** Parsers for spreadsheet cells. An unreadable value is returned unchanged, so that the import refuses it. */

/** The order of day and month in dates where either number may be the month. */
export const dateOrders = ["DMY", "MDY"] as const;
export type DateOrder = (typeof dateOrders)[number];

export interface DateTerms {
  /** Null where no date is ambiguous. */
  order: DateOrder | null;
  /** The latest year that a two-digit year can mean. */
  lastYear: number;
}

const two = (part: string | number): string => String(part).padStart(2, "0");

const clockForm = /^(\d{1,2})(?:[:.h](\d{2})?(?::00(?:\.0+)?)?)?\s*(?:([ap])\.?m\.?)?$/i;

/** `HH:MM`, 24:00 included, from `9:00 AM`, `09:00:00`, `9.30`, `9h`. Null for anything else, and for a bare number. */
export function clockOf(cell: string): string | null {
  const [, hour, minute = "00", half] = clockForm.exec(cell) ?? [];
  if (hour === undefined || (/^\d+$/.test(cell) && !half) || Number(minute) > 59) return null;
  const hours = Number(hour);
  if (!half) return hours > 24 || (hours === 24 && minute !== "00") ? null : `${two(hours)}:${minute}`;
  if (hours < 1 || hours > 12) return null;
  return `${two((hours % 12) + (half.toLowerCase() === "p" ? 12 : 0))}:${minute}`;
}

const months = [
  "january januar janvier enero janeiro",
  "february februar fevrier febrero fevereiro",
  "march marz maerz mrz mars marzo marco",
  "april avril abril",
  "may mai mayo maio",
  "june juni juin junio junho",
  "july juli juillet julio julho",
  "august aout agosto",
  "september septembre septiembre setembro",
  "october oktober octobre octubre outubro",
  "november novembre noviembre novembro",
  "december dezember decembre diciembre dezembro",
].map((names) => names.split(" "));

function monthOf(word: string): number | null {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const at = months.findIndex((names) => names.some((name) => name.startsWith(plain)));
  return plain.length < 3 || at < 0 ? null : at + 1;
}

function yearOf(digits: string, lastYear: number): string {
  if (digits.length === 4) return digits;
  const year = Math.floor(lastYear / 100) * 100 + Number(digits);
  return String(year > lastYear ? year - 100 : year);
}

const isoForm = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/;
const dottedForm = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/;
const eitherForm = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/;
const dayFirstForm =
  /^(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[\s-]*(?:de\s+)?(\p{L}+)\.?,?[\s-]*(?:de\s+)?(\d{4}|\d{2})$/u;
const monthFirstForm = /^(\p{L}+)\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4}|\d{2})$/u;
const weekdayForm = /^\p{L}+\.?,\s*(?=\d)/u;
/** A workbook's serial day, counted from the end of 1899: a column of dates saved as numbers. */
const serialForm = /^(\d{5})(?:\.(\d+))?$/;
const fromSerial = (serial: number): string =>
  new Date(Date.UTC(1899, 11, 30) + Math.round(serial * 86_400) * 1000).toISOString().slice(0, 19);

const withTime =
  /^(.*[^\s,])(?:T|,?\s+)(\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:\s*[ap]\.?m\.?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/iu;

/** The moment in a cell: a date, and the time unless it is missing or midnight. */
export interface Moment {
  date: string;
  time: string | null;
}

function dateIn(text: string, { order, lastYear }: DateTerms): string | null {
  const dated = (year: string, month: string | number | null, day: string) =>
    month === null ? null : [yearOf(year, lastYear), two(month), two(day)].join("-");
  const [, isoYear, isoMonth = "", isoDay = ""] = isoForm.exec(text) ?? [];
  if (isoYear) return dated(isoYear, isoMonth, isoDay);
  const [, day = "", month = "", year] = dottedForm.exec(text) ?? [];
  if (year) return dated(year, month, day);
  const [, first = "", second = "", last] = eitherForm.exec(text) ?? [];
  if (last && order) return order === "DMY" ? dated(last, second, first) : dated(last, first, second);
  const [, dayOf = "", word = "", wordYear] = dayFirstForm.exec(text) ?? [];
  if (wordYear) return dated(wordYear, monthOf(word), dayOf);
  const [, monthName = "", dayAfter = "", yearAfter] = monthFirstForm.exec(text) ?? [];
  return yearAfter ? dated(yearAfter, monthOf(monthName), dayAfter) : null;
}

/** Parses the moment in a cell; null for anything else, and for a time of another time zone, which may mean another day. */
export function momentOf(cell: string, terms: DateTerms): Moment | null {
  if (serialForm.test(cell)) {
    const [date = "", time = ""] = fromSerial(Number(cell)).split("T");
    return { date, time: clockBesideMidnight(time) };
  }
  const [, day = "", time, zone] = withTime.exec(cell) ?? [];
  const date = dateIn((time ? day : cell).replace(weekdayForm, ""), terms);
  if (date === null) return null;
  if (!time) return { date, time: null };
  const clock = clockOf(time.replace(/\.\d+/, ""));
  if (clock === null || (zone && clock !== "00:00")) return null;
  return { date, time: clockBesideMidnight(clock) };
}

const clockBesideMidnight = (time: string): string | null => {
  const clock = clockOf(time);
  return clock === "00:00" ? null : clock;
};

/** The order of day and month in these cells: null where no date is ambiguous, `unclear` where they fit either order or mix both. */
export function dateOrderOf(cells: readonly string[]): DateOrder | "unclear" | null {
  let needed = false;
  const seen = new Set<DateOrder>();
  for (const cell of cells) {
    const [, first, second] =
      eitherForm.exec((withTime.exec(cell)?.[1] ?? cell).replace(weekdayForm, "")) ?? [];
    if (first === undefined || Number(first) === Number(second)) continue;
    needed = true;
    if (Number(first) > 12) seen.add("DMY");
    if (Number(second) > 12) seen.add("MDY");
  }
  const [only, another] = seen;
  if (only && !another) return only;
  return needed ? "unclear" : null;
}

const numberForm = /^([+-]?)(\d{1,4})(?:[.,](\d+))?$/;

/** A number with a decimal point or comma; null for anything else. */
export function numberOf(cell: string): number | null {
  const [, sign, whole, decimals = "0"] = numberForm.exec(cell.replace(/^[−–]/, "-")) ?? [];
  return whole === undefined ? null : Number(`${sign === "-" ? "-" : ""}${whole}.${decimals}`);
}

/** The letters of a text in lower case, without all other characters. */
export const lettersOf = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");

/** The same without accents: many files write none. */
export const plainLettersOf = (text: string): string =>
  lettersOf(text).normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");

/** The value that a cell's word means; any other word stays unchanged. */
export const wordOf =
  <T extends string>(words: Readonly<Record<T, string>>) =>
  (cell: string): string => {
    const word = lettersOf(cell);
    const found = (Object.entries(words) as [T, string][]).find(
      ([value, known]) => lettersOf(value) === word || known.split(" ").includes(word),
    );
    return found?.[0] ?? cell;
  };

/** Parses yes or no; null for anything else. */
export function yesOf(cell: string): boolean | null {
  if (/^(1|true|yes|y|x|ja|j|wahr|oui|si|sí|sim)$/i.test(cell)) return true;
  return /^(0|false|no|n|nein|falsch|non|não|-|–)$/i.test(cell) ? false : null;
}

/** Several names in one cell. */
export const listOf = (cell: string): string[] =>
  cell
    .split(cell.includes(";") ? ";" : ",")
    .map((item) => item.trim())
    .filter(Boolean);
