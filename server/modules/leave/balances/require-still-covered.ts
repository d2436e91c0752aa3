import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import type { Employee, Entitlement } from "@/server/modules/leave/calendars/read-employee";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { coverCaseOf, horizonDays, type Policy } from "./cover-case";
import { findShortfalls } from "./find-shortfalls";

/**
 * Requires that a person's leave is still covered with other entitlements: booked or requested leave must not lose its days when the policy
 * forbids a negative balance. The caller has locked the person.
 * @param entitlements the new entitlements, by date
 * @param from the first day that differs
 * @throws ApiError LEAVE_NEGATIVE_BALANCE
 */
export async function requireStillCovered(
  ctx: Ctx,
  employee: Employee,
  policy: Policy,
  { entitlements, from }: { entitlements: readonly Entitlement[]; from: DayNumber },
): Promise<void> {
  const span = { from, wholeYear: true, until: from + horizonDays };
  const [missing = 0] = await findShortfalls(ctx, [
    coverCaseOf(ctx, { employee, policy, entitlements, ...span }),
  ]);
  if (missing === 0) return;
  throw new ApiError("LEAVE_NEGATIVE_BALANCE", {
    ...because("uncoveredDays", { days: toDays(missing) }),
    resolution: "Take away fewer days, or cancel leave first.",
    details: { missing: toDays(missing) },
  });
}
