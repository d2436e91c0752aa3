import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import { recordAudit } from "@/server/modules/audit/record";
import { pointerOf } from "@/server/modules/notifications/arm";
import { firstDueAfter } from "@/server/modules/notifications/schedule";
import { requireReporter } from "./policy";
import { writtenFields } from "./present";
import { checkFilters } from "./references";
import type { ReportFields, ScheduledReportCreate } from "./schema";
import { lastOfMonth, type ReportRow } from "./store";

/** Every column that is written; the day fields of other frequencies are empty. */
export function columnsOf(fields: ReportFields) {
  const { dayOfMonth } = { dayOfMonth: null, ...fields };
  return {
    sendOnDays: null,
    day: null,
    ...fields,
    dayOfMonth: dayOfMonth === "LAST" ? lastOfMonth : dayOfMonth,
  };
}

/**
 * The acting user becomes the owner: a report shows only people within their reach.
 * @throws ApiError FORBIDDEN when the acting user may not have reports or a filter lies beyond reach, VALIDATION_ERROR
 */
export function createReport(ctx: Ctx, input: ScheduledReportCreate): Promise<ReportRow> {
  const ownerId = requireReporter(ctx);
  return inTransaction(ctx, async (tx) => {
    await checkFilters(tx, input);
    const now = tx.now();
    const columns = columnsOf(input);
    const row: ReportRow = {
      workspaceId: tx.actor.workspaceId,
      id: newId(),
      ownerId,
      ...columns,
      ...pointerOf(input.enabled ? firstDueAfter(columns, now) : null),
      lastSentAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await tx.db.insert(scheduledReports).values(row);
    await recordAudit(tx, {
      action: "scheduled_report.create",
      resourceType: "scheduled_report",
      resourceId: row.id,
      changes: Object.fromEntries(Object.entries(writtenFields(row)).map(([name, to]) => [name, { to }])),
    });
    return row;
  });
}
