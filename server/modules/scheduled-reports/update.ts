import { and, eq } from "drizzle-orm";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { changesOf } from "@/server/modules/audit/changes";
import { recordAudit } from "@/server/modules/audit/record";
import { pointerOf } from "@/server/modules/notifications/arm";
import { filterNames } from "@/server/modules/notifications/references";
import { isFrequencyOf, mergePatch } from "@/server/modules/schedules/merge-patch";
import { columnsOf } from "./create";
import { nextUnsent, settleBeforeChange } from "./fire";
import { writtenFields } from "./present";
import { checkFilters } from "./references";
import { type ReportFields, reportFieldNames, reportShapes, type ScheduledReportPatch } from "./schema";
import { loadReport, type ReportRow } from "./store";

/** @throws ApiError VALIDATION_ERROR with every fault */
function mergeReport(row: ReportRow, patch: ScheduledReportPatch): ReportFields {
  const frequency = isFrequencyOf(reportShapes, patch.frequency) ? patch.frequency : row.frequency;
  return mergePatch(reportShapes, reportFieldNames, writtenFields(row), patch, frequency);
}

const scheduleNames = [
  "frequency",
  "timezone",
  "hour",
  "minute",
  "sendOnDays",
  "day",
  "dayOfMonth",
  "enabled",
] as const;

/** What it sends next after the change; nothing to set when the change is not about that. */
async function rearmed(tx: Ctx, row: ReportRow, after: ReturnType<typeof columnsOf>) {
  const same = scheduleNames.every((name) => JSON.stringify(row[name]) === JSON.stringify(after[name]));
  if (same) return {};
  const now = tx.now();
  await settleBeforeChange(tx.db, row, !after.enabled, now);
  return pointerOf(after.enabled ? await nextUnsent(tx.db, { ...row, ...after }, now) : null);
}

/**
 * Changes a report; the owner stays.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export function updateReport(ctx: Ctx, id: string, patch: ScheduledReportPatch): Promise<ReportRow> {
  return inTransaction(ctx, async (tx) => {
    const row = await loadReport(tx, id, "lock");
    const fields = mergeReport(row, patch);
    const named = filterNames.filter((name) => patch[name] !== undefined);
    // New recipients see what the filters leave, so these count then too.
    if (named.length > 0 || patch.recipients !== undefined) await checkFilters(tx, fields, named);
    const columns = columnsOf(fields);
    const after: ReportRow = {
      ...row,
      ...columns,
      ...(await rearmed(tx, row, columns)),
      updatedAt: tx.now(),
    };
    await tx.db
      .update(scheduledReports)
      .set(after)
      .where(and(eq(scheduledReports.workspaceId, row.workspaceId), eq(scheduledReports.id, id)));
    await recordAudit(tx, {
      action: "scheduled_report.update",
      resourceType: "scheduled_report",
      resourceId: id,
      changes: changesOf(writtenFields(row), writtenFields(after)),
    });
    return after;
  });
}
