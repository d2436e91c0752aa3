import { type Ctx, inTransaction } from "@/server/access/ctx";
import { filterNames } from "@/server/modules/integrations/schedules/check-filters";
import { loadScheduled } from "@/server/modules/integrations/schedules/load-scheduled";
import { isFrequencyOf, mergePatch } from "@/server/modules/integrations/schedules/merge-patch";
import { updateScheduled } from "@/server/modules/integrations/schedules/update-scheduled";
import { checkPayroll } from "./check-payroll";
import { checkReportFilters } from "./check-report-filters";
import { columnsOf } from "./create";
import { writtenFields } from "./present";
import { type ReportRow, reportSchedule } from "./schedule";
import { type ReportFields, reportFieldNames, reportShapes, type ScheduledReportPatch } from "./schema";

/** @throws ApiError VALIDATION_ERROR with every fault */
function mergeReport(row: ReportRow, patch: ScheduledReportPatch): ReportFields {
  const frequency = isFrequencyOf(reportShapes, patch.frequency) ? patch.frequency : row.frequency;
  return mergePatch(reportShapes, reportFieldNames, writtenFields(row), patch, frequency);
}

/**
 * Changes a report; the owner stays.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export function updateReport(ctx: Ctx, id: string, patch: ScheduledReportPatch): Promise<ReportRow> {
  return inTransaction(ctx, async (tx) => {
    const row = await loadScheduled(reportSchedule, tx, id, "lock");
    const fields = mergeReport(row, patch);
    const named = filterNames.filter((name) => patch[name] !== undefined);
    // New recipients see the filtered employees, so a change of recipients checks the filters too.
    if (named.length > 0 || patch.recipients !== undefined) await checkReportFilters(tx, fields, named);
    await checkPayroll(tx, fields, Object.keys(patch));
    return updateScheduled(reportSchedule, tx, row, columnsOf(fields));
  });
}
