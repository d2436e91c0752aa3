import type { PayrollFormat } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import type { FileAnswer } from "@/server/transport/file-answer";
import { loadRun, type RunRow, readRunLines } from "./store";
import { writePayroll } from "./write-payroll";

/** Only letters, digits and characters that every file system accepts. */
const inFileName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 80);

const nameOf = ({ locationName, startDate, endDate, number }: RunRow): string =>
  `${["Payroll", inFileName(locationName), startDate, endDate, ...(number > 1 ? [number] : [])].join(" ")}`;

/** The file of a run, made of what was stored with it. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export async function readRunFile(ctx: Ctx, id: string, format?: PayrollFormat): Promise<FileAnswer> {
  requireRight(ctx, "payroll-runs:read");
  const run = await loadRun(ctx, id);
  const layout = format ? { ...run.layout, format } : run.layout;
  const { bytes, contentType, extension } = await writePayroll(layout, run, await readRunLines(ctx, id));
  async function* chunks() {
    yield bytes;
  }
  return { name: `${nameOf(run)}.${extension}`, contentType, byteCount: bytes.length, chunks: chunks() };
}
