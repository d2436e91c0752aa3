import { eq } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { closedThroughField } from "@/server/modules/leave/calendars/closed-through";
import { periodContaining } from "./policy";

/** Where a correction of a person's closed days belongs: from which day on it counts, and whose payroll run lists it (decision 16.55). */
export interface CorrectionTerms {
  closedThrough: string;
  /** The first open day. */
  effectiveDate: string;
  /** The pay period of that day; null where no payroll is run. */
  payPeriod: { startDate: string; endDate: string } | null;
}

/**
 * Null while all days of the person are open.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND beyond the caller's reach
 */
export async function findCorrectionTerms(ctx: Ctx, userId: string): Promise<CorrectionTerms | null> {
  requireRight(ctx, "payroll-runs:read");
  const [found] = await scoped(ctx.reach, users)
    .select(ctx.db, { closedThrough: closedThroughField, payPeriod: locations.payPeriod })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(eq(users.id, userId));
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  const { closedThrough, payPeriod } = found;
  if (closedThrough === null) return null;
  const open = dayNumber(closedThrough) + 1;
  const period = payPeriod && periodContaining(payPeriod, open);
  return {
    ...{ closedThrough, effectiveDate: dayText(open) },
    payPeriod: period && { startDate: dayText(period.start), endDate: dayText(period.end) },
  };
}
