import { type Ctx, inTransaction } from "@/server/access/ctx";
import { createScheduled } from "@/server/modules/integrations/schedules/create-scheduled";
import { checkPayroll } from "./check-payroll";
import { checkReportFilters } from "./check-report-filters";
import { lastOfMonth, requireReporter } from "./policy";
import { type ReportRow, reportSchedule } from "./schedule";
import type { ReportFields, ReportScheduleDraft, ScheduledReportCreate } from "./schema";

/** Every column to write; the day fields of other frequencies are empty. */
export function columnsOf<Fields extends ReportFields | ReportScheduleDraft>(fields: Fields) {
  const { dayOfMonth } = { dayOfMonth: null, ...fields };
  return {
    sendOnDays: null,
    day: null,
    ...fields,
    dayOfMonth: dayOfMonth === "LAST" ? lastOfMonth : dayOfMonth,
  };
}

/**
 * The acting user becomes the owner: a report shows only employees within their reach.
 * @throws ApiError FORBIDDEN when the acting user may not own reports or a filter lies beyond reach, VALIDATION_ERROR
 */
export function createReport(ctx: Ctx, input: ScheduledReportCreate): Promise<ReportRow> {
  const ownerId = requireReporter(ctx);
  return inTransaction(ctx, async (tx) => {
    await checkReportFilters(tx, input);
    await checkPayroll(tx, input);
    return createScheduled(reportSchedule, tx, ownerId, { ...columnsOf(input), lastSentAt: null });
  });
}
