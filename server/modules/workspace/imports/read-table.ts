import { originalText, parseCsv } from "@/server/kernel/text/csv";
import { decodeText, type Encoding } from "./encoding";
import { TableError } from "./table-error";

/** A pasted table or one from a file; the first line contains the titles. */
export interface Table {
  header: readonly string[];
  /** As wide as the header. A workbook's dates and times are in ISO 8601, its numbers have a decimal point. */
  rows: readonly (readonly string[])[];
  /** The line number of each row, counted from 1 as in a spreadsheet. */
  lines: readonly number[];
}

/** A table from a file, with the detected format. */
export interface TableFile extends Table {
  readAs: Encoding | "XLSX";
  /** The sheet of a workbook, and the number of other sheets with rows. */
  sheet: { name: string; otherCount: number } | null;
}

const separators = ["\t", ";", ",", "|"];

/** The most frequent separator in the first line. */
function separatorOf(text: string): string {
  const [line = ""] = text.split(/\r?\n/, 1);
  const count = (separator: string) => line.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Excel reads and writes this line with a file's separator. */
const separatorLine = /^\ufeff?"?sep=(.)"?(?:\r\n|\r|\n|$)/i;

function tableOf(cells: readonly (readonly string[])[]): Table {
  const filled = cells
    .map((line, at) => ({ line: at + 1, cells: line.map((cell) => cell.trim()) }))
    .filter((line) => line.cells.some(Boolean));
  const [titles, ...rows] = filled;
  const width = filled.reduce((most, line) => Math.max(most, line.cells.length), 0);
  const widened = (line: readonly string[] = []) => Array.from({ length: width }, (_, at) => line[at] ?? "");
  return {
    header: widened(titles?.cells),
    rows: rows.map((row) => widened(row.cells)),
    lines: rows.map(({ line }) => line),
  };
}

/**
 * Parses a spreadsheet's text: cells separated by commas, semicolons, tabs or bars.
 * @throws CsvError, TableError
 */
export function readText(text: string): Table {
  const lost = text.indexOf("\ufffd");
  if (lost >= 0) throw new TableError("lost", text.slice(0, lost).split("\n").length);
  const said = separatorLine.exec(text);
  const rest = said ? text.slice(said[0].length) : text.replace(/^\ufeff/, "");
  return tableOf(
    parseCsv(rest, said?.[1] ?? separatorOf(rest), "whole").map((cells) => cells.map(originalText)),
  );
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

/**
 * Reads a file, whatever its name: a workbook, or text in its own encoding.
 * @throws CsvError, TableError
 */
export async function readTable(bytes: Uint8Array): Promise<TableFile> {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new TableError("oldWorkbook");
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readWorkbook(bytes);
  const { text, encoding } = decodeText(bytes);
  return { ...readText(text), readAs: encoding, sheet: null };
}

async function readWorkbook(bytes: Uint8Array): Promise<TableFile> {
  const { readXlsx } = await import("hucre/xlsx");
  const isShown = ({ hidden, veryHidden }: { hidden?: boolean; veryHidden?: boolean }) =>
    !hidden && !veryHidden;
  const { sheets } = await readXlsx(bytes, { sheets: isShown }).catch(() => {
    throw new TableError("workbook");
  });
  const [first, ...others] = sheets.filter(({ rows }) =>
    rows.some((cells) => cells.some((cell) => cell !== null)),
  );
  if (!first) throw new TableError("noRows");
  return {
    ...tableOf(first.rows.map((cells) => cells.map(cellText))),
    readAs: "XLSX",
    sheet: { name: first.name, otherCount: others.length },
  };
}

/** A workbook's days count from the end of 1899: an earlier value is a time of day. */
const firstDate = Date.UTC(1900, 0, 2);

function cellText(value: string | number | boolean | Date | null): string {
  if (value === null) return "";
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return "";
  const [date = "", time = ""] = value.toISOString().slice(0, 19).split("T");
  if (value.getTime() < firstDate) return value.getTime() === Date.UTC(1900, 0, 1) ? "24:00" : time;
  return time === "00:00:00" ? date : `${date} ${time}`;
}
