import { reportDownloads } from "@/drizzle/schema/report-downloads";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { wake } from "@/server/kernel/database/wake";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { localDate } from "@/server/kernel/time/calendar-date";
import { loadScheduled } from "@/server/modules/integrations/schedules/load-scheduled";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { downloadsKind } from "./download-work";
import { type DownloadRow, findLastDownload } from "./downloads";
import { fileNameOf } from "./file-name";
import { requireReporter } from "./policy";
import { reportSchedule } from "./schedule";
import { isList } from "./write-report";

/**
 * Makes a file in the background with the content of a report sent now, limited to employees within the acting user's own reach. While one
 * is being made, returns that one.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, CONFLICT for a report of payroll runs
 */
export function startDownload(ctx: Ctx, reportId: string): Promise<DownloadRow | null> {
  const userId = requireReporter(ctx);
  return inTransaction(ctx, async (tx) => {
    const report = await loadScheduled(reportSchedule, tx, reportId);
    if (!isList(report)) throw new ApiError("CONFLICT", because("payrollFiles"));
    const now = tx.now();
    const [made] = await tx.db
      .insert(reportDownloads)
      .values({
        workspaceId: report.workspaceId,
        id: newId(),
        reportId,
        userId,
        status: "running",
        format: report.format,
        language: ctx.language,
        fileName: fileNameOf(report, localDate(now, report.timezone)),
        asOf: now,
        nextAttemptAt: now,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!made) return findLastDownload(tx, reportId);
    await recordAudit(tx, {
      action: "scheduled_report.download",
      resourceType: "scheduled_report",
      resourceId: reportId,
    });
    tx.afterCommit?.push(() => wake(ctx.services, downloadsKind));
    return made;
  });
}
