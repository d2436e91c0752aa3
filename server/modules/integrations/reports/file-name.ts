import { fileKinds } from "@/server/kernel/text/write-table";
import type { ReportRow } from "./schedule";
import { titleOf } from "./write-report";

/** Only letters, digits and characters that every file system accepts. @param localDate `YYYY-MM-DD` */
export function fileNameOf(
  report: Pick<ReportRow, "name" | "reportType" | "format">,
  localDate: string,
): string {
  const name = report.name
    .replace(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 80);
  return `${name || titleOf(report.reportType)} ${localDate}.${fileKinds[report.format].extension}`;
}
