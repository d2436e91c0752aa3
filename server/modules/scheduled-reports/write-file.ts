import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from "hucre/xlsx";
import type { ReportFormat } from "@/drizzle/schema/values";
import { csvLine, inertText } from "@/server/kernel/csv";

export type Cell = string | number | null;

/** What a file is made of; rows come in batches, so that memory holds one of them. */
export interface Table {
  /** Name of the sheet. */
  name: string;
  header: readonly string[];
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

export const contentTypes: Record<ReportFormat, string> = {
  CSV: "text/csv; charset=utf-8",
  XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

async function* csvChunks({ header, batches }: Table): AsyncGenerator<string> {
  // Without the mark, spreadsheets read names as if they were in an old encoding.
  yield `\ufeff${csvLine(header)}`;
  for await (const batch of batches) yield batch.map(csvLine).join("");
}

const inertCell = (cell: Cell): Cell => (typeof cell === "string" ? inertText(cell) : cell);

async function* sheetRows({ batches }: Table): AsyncGenerator<Cell[]> {
  for await (const batch of batches) for (const row of batch) yield row.map(inertCell);
}

function sheetBytes(table: Table): Readable {
  const stream = writeXlsxStream(sheetRows(table), {
    name: table.name,
    columns: table.header.map((header) => ({ header, width: Math.max(12, header.length + 2) })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: XLSX_MAX_ROWS_PER_SHEET,
  });
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}

/** Writes the table into `target` and ends it. No cell can become a formula. */
export async function writeFile(
  format: ReportFormat,
  table: Table,
  target: Writable,
  signal?: AbortSignal,
): Promise<void> {
  const source = format === "CSV" ? Readable.from(csvChunks(table)) : sheetBytes(table);
  await pipeline(source, target, { signal });
}
