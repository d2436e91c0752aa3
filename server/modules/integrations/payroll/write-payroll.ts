import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { PayrollLayout } from "@/drizzle/schema/payroll";
import { csvFile, csvLineIn } from "@/server/kernel/text/csv";
import { toWindows1252 } from "@/server/kernel/text/windows-1252";
import { fileKinds, writeFile } from "@/server/kernel/text/write-table";
import { cellsOf, type PayrollLine, type RunFacts, sheetColumns, styleOf, textCellsOf } from "./layout";

const inWindows1252 = "text/csv; charset=windows-1252";

export const payrollContentTypes = [fileKinds.CSV.contentType, inWindows1252, fileKinds.XLSX.contentType];

export interface PayrollFile {
  bytes: Buffer;
  contentType: string;
  extension: string;
  /** Characters that the encoding lacks: a question mark stands for each. */
  replacedCount: number;
}

async function sheetBytes(
  layout: PayrollLayout,
  run: RunFacts,
  lines: readonly PayrollLine[],
): Promise<Buffer> {
  const target = new PassThrough();
  const read = buffer(target);
  async function* batches() {
    yield lines.map((line) => cellsOf(layout, run, line));
  }
  await writeFile("XLSX", { name: "Payroll", columns: sheetColumns(layout), batches: batches() }, target);
  return read;
}

/** The file of a run. The same lines and layout give the same bytes. */
export async function writePayroll(
  layout: PayrollLayout,
  run: RunFacts,
  lines: readonly PayrollLine[],
): Promise<PayrollFile> {
  if (layout.format === "XLSX")
    return { ...fileKinds.XLSX, bytes: await sheetBytes(layout, run, lines), replacedCount: 0 };
  const style = styleOf(layout);
  const rows = [
    ...(layout.hasHeader ? [layout.columns.map(({ title }) => title)] : []),
    ...lines.map((line) => textCellsOf(layout, run, line)),
  ];
  if (layout.encoding === "UTF_8")
    return { ...fileKinds.CSV, bytes: Buffer.from(csvFile(rows, style)), replacedCount: 0 };
  const text = rows.map(csvLineIn(style)).join("");
  const { bytes, replacedCount } = toWindows1252(text);
  return { ...fileKinds.CSV, contentType: inWindows1252, bytes, replacedCount };
}
