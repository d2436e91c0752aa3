import { and, eq } from "drizzle-orm";
import { payrollRuns } from "@/drizzle/schema/payroll";
import type { ReportSkipReason } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { dayText } from "@/server/kernel/time/calendar-date";
import { lockRuns, partsOf, storeRun } from "./create-run";
import { type FoundPeriod, findPeriod } from "./find-period";
import { getRun, type RunDetails } from "./get-run";

/** One occurrence of a scheduled report that makes payroll runs. */
interface ScheduledRun {
  reportId: string;
  occurrenceId: string;
  locationId: string;
  templateId: string | null;
  /** When it was due: a run that is made late is still of the pay period that was over then. */
  dueAt: Date;
}

/** Null when the location has no pay period, or the caller does not manage it. */
async function findScheduledPeriod(
  tx: Ctx,
  { locationId, dueAt }: ScheduledRun,
): Promise<FoundPeriod | null> {
  try {
    return await findPeriod(tx, { locationId, at: dueAt });
  } catch (error) {
    if (error instanceof ApiError && error.code === "VALIDATION_ERROR") return null;
    throw error;
  }
}

async function findMade(tx: Ctx, { reportId }: ScheduledRun, { location, days }: FoundPeriod) {
  const [made] = await scoped(workspaceOf(tx.actor), payrollRuns)
    .select(tx.db, { id: payrollRuns.id, occurrenceId: payrollRuns.occurrenceId })
    .where(
      and(
        eq(payrollRuns.reportId, reportId),
        eq(payrollRuns.locationId, location.id),
        eq(payrollRuns.startDate, dayText(days.start)),
        eq(payrollRuns.endDate, dayText(days.end)),
      ),
    );
  return made;
}

/**
 * Makes the run of a scheduled report: of the pay period that was over when it was due, once for each period, however often it is sent.
 * Another attempt of the same occurrence gets the first one's run.
 * @returns the run, or why there is none
 * @throws ApiError FORBIDDEN
 */
export function createScheduledRun(ctx: Ctx, input: ScheduledRun): Promise<RunDetails | ReportSkipReason> {
  requireRight(ctx, "payroll-runs:write");
  return inTransaction(ctx, async (tx) => {
    const period = await findScheduledPeriod(tx, input);
    if (!period) return "no_pay_period";
    const { reportId, occurrenceId } = input;
    await lockRuns(tx, period.location.id);
    const made = await findMade(tx, input, period);
    if (made) return made.occurrenceId === occurrenceId ? getRun(tx, made.id) : "already_made";
    const template = await partsOf(tx, input.templateId);
    return storeRun(tx, period, template, { reportId, occurrenceId });
  });
}
