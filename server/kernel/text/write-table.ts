import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from "hucre/xlsx";
import type { ReportFormat } from "@/drizzle/schema/values";
import { type CsvStyle, csvFile, csvLineIn, csvStyles } from "./csv";

export type Cell = string | number | null;

/** A column whose texts a workbook stores as typed values. */
interface TypedColumn {
  title: string;
  /** `YYYY-MM-DD`, `HH:MM`, or an instant in UTC. */
  holds: "date" | "time" | "instant";
  /** A workbook's number format, in place of the usual one. */
  numberFormat?: string;
}
export type Column = string | TypedColumn;

/** The content of a file; rows come in batches, so that only one is in memory. */
export interface Table {
  /** The sheet's name. */
  name: string;
  columns: readonly Column[];
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

const titleOf = (column: Column): string => (typeof column === "string" ? column : column.title);

interface FileKind {
  contentType: string;
  extension: string;
  /** For text files. */
  style?: CsvStyle;
}

const csv = { contentType: "text/csv; charset=utf-8", extension: "csv" };

export const fileKinds: Record<ReportFormat, FileKind> = {
  CSV: { ...csv, style: csvStyles.comma },
  CSV_SEMICOLON: { ...csv, style: csvStyles.semicolon },
  XLSX: {
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extension: "xlsx",
  },
};

async function* csvChunks({ columns, batches }: Table, style: CsvStyle): AsyncGenerator<string> {
  yield csvFile([columns.map(titleOf)], style);
  const line = csvLineIn(style);
  for await (const batch of batches) yield batch.map(line).join("");
}

/** A workbook's number formats; hours beyond a day, because a leave may end at 24:00. */
const numberFormats = { date: "yyyy-mm-dd", time: "[hh]:mm", instant: "yyyy-mm-dd hh:mm:ss" };

function typedValue(column: Column | undefined, cell: Cell): Cell | Date {
  if (typeof cell !== "string" || typeof column !== "object") return cell;
  if (column.holds === "time") {
    const [hours = 0, minutes = 0] = cell.split(":").map(Number);
    return (hours * 60 + minutes) / (24 * 60);
  }
  return new Date(column.holds === "date" ? `${cell}T00:00:00Z` : cell);
}

async function* sheetRows({ columns, batches }: Table): AsyncGenerator<(Cell | Date)[]> {
  for await (const batch of batches)
    for (const row of batch) yield row.map((cell, at) => typedValue(columns[at], cell));
}

/** Texts of a workbook are never formulas, so they stay unchanged. */
function sheetBytes(table: Table): Readable {
  const stream = writeXlsxStream(sheetRows(table), {
    name: table.name,
    columns: table.columns.map((column) => ({
      header: titleOf(column),
      width: Math.max(12, titleOf(column).length + 2),
      ...(typeof column === "object" && { numFmt: column.numberFormat ?? numberFormats[column.holds] }),
    })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: XLSX_MAX_ROWS_PER_SHEET,
  });
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}

/** Writes the table into `target` and ends it. No cell is or becomes a formula. */
export async function writeFile(
  format: ReportFormat,
  table: Table,
  target: Writable,
  signal?: AbortSignal,
): Promise<void> {
  const { style } = fileKinds[format];
  const source = style ? Readable.from(csvChunks(table, style)) : sheetBytes(table);
  await pipeline(source, target, { signal });
}
