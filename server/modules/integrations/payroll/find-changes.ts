import { and, eq, lt } from "drizzle-orm";
import { payrollRuns } from "@/drizzle/schema/payroll";
import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { groupBy } from "@/server/kernel/group-by";
import type { PayrollLine } from "./layout";
import { loadRun, readRunLines, selectRuns } from "./store";

/** A line that differs from the run before: what it was, and what it is. */
export interface LineChange {
  before: PayrollLine | null;
  after: PayrollLine | null;
}

const keyOf = ({ kind, userId, leaveTypeId, leaveId, firstDay }: PayrollLine): string =>
  `${userId} ${kind} ${leaveTypeId} ${leaveId ?? firstDay}`;

const amountsOf = ({ days, hours, firstDay, lastDay, wageCode, note }: PayrollLine): string =>
  JSON.stringify([days, hours, firstDay, lastDay, wageCode, note]);

/**
 * The lines that differ from the run before of the same pay period, in the order of the run; those that are gone come last. Null for the
 * first run of its period. Names and numbers of people are no difference: they are not what is paid.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND
 */
export async function findChanges(
  ctx: Ctx,
  id: string,
): Promise<{ number: number; changes: LineChange[] } | null> {
  requireRight(ctx, "payroll-runs:read");
  const run = await loadRun(ctx, id);
  const [before] = await selectRuns(
    ctx,
    and(
      lt(payrollRuns.number, run.number),
      eq(payrollRuns.locationId, run.locationId),
      eq(payrollRuns.startDate, run.startDate),
      eq(payrollRuns.endDate, run.endDate),
    ),
    1,
  );
  if (!before) return null;
  const [old, now] = [await readRunLines(ctx, before.id), await readRunLines(ctx, id)];
  return { number: before.number, changes: changesBetween(old, now) };
}

export function changesBetween(old: readonly PayrollLine[], now: readonly PayrollLine[]): LineChange[] {
  const left = groupBy(old, keyOf);
  const changed = now.flatMap((after): LineChange[] => {
    const before = left.get(keyOf(after))?.shift() ?? null;
    return before && amountsOf(before) === amountsOf(after) ? [] : [{ before, after }];
  });
  const gone = [...left.values()].flat().map((before): LineChange => ({ before, after: null }));
  return [...changed, ...gone];
}
