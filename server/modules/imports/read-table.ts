import { originalText, parseCsv } from "@/server/kernel/csv";
import { decodeText, type Encoding } from "./encoding";
import { TableError } from "./table-error";

/** What was pasted, or stands in a file: the first line names the columns. */
export interface Table {
  header: readonly string[];
  /** As wide as the header. Dates and times of a workbook are written as ISO 8601 writes them, numbers with a point. */
  rows: readonly (readonly string[])[];
  /** Where each row stands: lines as a spreadsheet counts them, from 1. */
  lines: readonly number[];
}

/** A table out of a file, with what the file was taken for. */
export interface TableFile extends Table {
  readAs: Encoding | "XLSX";
  /** The sheet of a workbook, and how many others have rows. */
  sheet: { name: string; otherCount: number } | null;
}

const separators = ["\t", ";", ",", "|"];

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const [line = ""] = text.split(/\r?\n/, 1);
  const count = (separator: string) => line.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Excel reads, and writes, which separator a file has. */
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
 * Reads what a spreadsheet writes or copies: cells between commas, semicolons, tabs or bars.
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
 * Reads a file, whatever its name says: a workbook, or text in the encoding that it has.
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

/** Days in a workbook count from the end of 1899: what is earlier is a time of day. */
const firstDate = Date.UTC(1900, 0, 2);

function cellText(value: string | number | boolean | Date | null): string {
  if (value === null) return "";
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return "";
  const [date = "", time = ""] = value.toISOString().slice(0, 19).split("T");
  if (value.getTime() < firstDate) return value.getTime() === Date.UTC(1900, 0, 1) ? "24:00" : time;
  return time === "00:00:00" ? date : `${date} ${time}`;
}
