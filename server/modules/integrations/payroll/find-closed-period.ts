import { and, desc, eq } from "drizzle-orm";
import { payrollRuns } from "@/drizzle/schema/payroll";
import { coversLocation } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { getLocation } from "@/server/modules/people/places/get-location";
import { periodContaining } from "./policy";

/** The pay period of a location's last closed day, and its latest run. */
export interface ClosedPeriod {
  startDate: string;
  endDate: string;
  run: { id: string; number: number } | null;
}

/**
 * Null where no day is closed, or no payroll is run.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND
 */
export async function findClosedPeriod(ctx: Ctx, locationId: string): Promise<ClosedPeriod | null> {
  requireRight(ctx, "payroll-runs:read");
  if (!coversLocation(ctx, locationId)) throw new ApiError("RESOURCE_NOT_FOUND");
  const { payPeriod, closedThrough } = await getLocation(ctx, locationId);
  if (payPeriod === null || closedThrough === null) return null;
  const { start, end } = periodContaining(payPeriod, dayNumber(closedThrough));
  const dates = { startDate: dayText(start), endDate: dayText(end) };
  const [run] = await scoped(workspaceOf(ctx.actor), payrollRuns)
    .select(ctx.db, { id: payrollRuns.id, number: payrollRuns.number })
    .where(
      and(
        eq(payrollRuns.locationId, locationId),
        eq(payrollRuns.startDate, dates.startDate),
        eq(payrollRuns.endDate, dates.endDate),
      ),
    )
    .orderBy(desc(payrollRuns.number))
    .limit(1);
  return { ...dates, run: run ?? null };
}
