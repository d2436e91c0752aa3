import { and, eq } from "drizzle-orm";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { reportFrequencies } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { changesOf } from "@/server/modules/audit/changes";
import { recordAudit } from "@/server/modules/audit/record";
import { pointerOf } from "@/server/modules/notifications/arm";
import { filterNames } from "@/server/modules/notifications/references";
import { faultsOf } from "@/server/transport/validate";
import { columnsOf } from "./create";
import { nextUnsent, settleBeforeChange } from "./fire";
import { writtenFields } from "./present";
import { checkFilters } from "./references";
import {
  isReportFrequency,
  type ReportFields,
  reportFieldNames,
  reportShapes,
  type ScheduledReportPatch,
} from "./schema";
import { loadReport, type ReportRow } from "./store";

/**
 * The stored report with the changes, checked as a create for the frequency that results.
 * @throws ApiError VALIDATION_ERROR with every fault
 */
function mergePatch(row: ReportRow, patch: ScheduledReportPatch): ReportFields {
  const frequency = isReportFrequency(patch.frequency) ? patch.frequency : row.frequency;
  const faults: FieldError[] = Object.keys(patch)
    .filter((name) => !reportFieldNames.includes(name))
    .map((path) => ({ path, message: "Is not a known field." }));
  if (patch.frequency !== undefined && !isReportFrequency(patch.frequency))
    faults.push({ path: "frequency", message: `Must be one of ${reportFrequencies.join(", ")}.` });
  const shape = reportShapes[frequency];
  const whole: Record<string, unknown> = { ...writtenFields(row), ...patch, frequency };
  const own = Object.fromEntries(Object.entries(whole).filter(([name]) => name in shape.shape));
  const parsed = shape.safeParse(own, { reportInput: true });
  if (!parsed.success) faults.push(...parsed.error.issues.flatMap((issue) => faultsOf(issue)));
  if (!parsed.success || faults.length > 0) throw invalid(faults);
  return parsed.data;
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
    const fields = mergePatch(row, patch);
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
