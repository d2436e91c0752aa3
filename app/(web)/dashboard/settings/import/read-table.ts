import { parseCsv } from "@/server/kernel/csv";

/** What was pasted, or stands in a file: the first line names the columns. */
export interface Table {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

const separators = ["\t", ";", ","];

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const [line = ""] = text.split(/\r?\n/, 1);
  const count = (separator: string) => line.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Reads what a spreadsheet writes or copies: cells between commas, semicolons or tabs. @throws CsvError */
export function readTable(text: string): Table {
  const [header = [], ...rows] = parseCsv(text, separatorOf(text));
  return {
    header: header.map((title) => title.trim()),
    rows: rows.map((cells) => cells.map((cell) => cell.trim())).filter((cells) => cells.some(Boolean)),
  };
}

/** How dates are written, beside YYYY-MM-DD. */
export const dateOrders = ["DMY", "MDY"] as const;
export type DateOrder = (typeof dateOrders)[number];

const parts = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;

/** In which order the dates of these cells are written, as far as they tell. */
export function dateOrderOf(cells: readonly string[], fallback: DateOrder): DateOrder {
  for (const cell of cells) {
    const [, first, second] = parts.exec(cell) ?? [];
    if (Number(first) > 12 || cell.includes(".")) return "DMY";
    if (Number(second) > 12) return "MDY";
  }
  return fallback;
}

/** `YYYY-MM-DD`; what is no date stays as it is, for the import to refuse. */
export function dateOf(cell: string, order: DateOrder): string {
  const [, year, month, day] = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(cell) ?? [];
  if (year) return [year, month?.padStart(2, "0"), day?.padStart(2, "0")].join("-");
  const [, first = "", second = "", last] = parts.exec(cell) ?? [];
  if (!last) return cell;
  const [days, months] = order === "DMY" ? [first, second] : [second, first];
  return [last, months.padStart(2, "0"), days.padStart(2, "0")].join("-");
}
