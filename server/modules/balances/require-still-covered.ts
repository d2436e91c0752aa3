import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import type { DayNumber } from "@/server/kernel/calendar-date";
import { ApiError } from "@/server/kernel/errors";
import type { Employee, Entitlement } from "@/server/modules/work-calendar/read-employee";
import { toDays } from "@/server/modules/work-calendar/working-days";
import { yearContaining, yearsUntil } from "./accounting-year";
import { shortfall } from "./overdraft";
import { cutsOf } from "./policy";
import { horizonDays } from "./require-cover";
import { findCharges } from "./store";
import { termsOf, yearSettingsOf } from "./terms";

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
  policy: typeof leavePolicies.$inferSelect,
  { entitlements, from }: { entitlements: readonly Entitlement[]; from: DayNumber },
): Promise<void> {
  if (policy.unlimited || policy.allowNegativeBalance) return;
  const { leaveTypeId } = policy;
  const settings = yearSettingsOf(employee);
  const before = termsOf(policy, ctx.actor.plan, employee.entitlements);
  const after = termsOf(policy, ctx.actor.plan, entitlements);
  const years = yearsUntil(settings, Math.max(from, employee.today) + horizonDays);
  const singlesFrom = yearContaining(settings, from).start;
  const filter = { employee, leaveTypeId, cuts: cutsOf(years, []), singlesFrom, except: null };
  const charges = (await findCharges(ctx, filter)).get(leaveTypeId) ?? [];
  const missing = shortfall(settings, after, { before: charges, after: charges, from: singlesFrom }, before);
  if (missing === 0) return;
  throw new ApiError("LEAVE_NEGATIVE_BALANCE", {
    description: `This would leave ${toDays(missing)} days of booked or requested leave uncovered.`,
    resolution: "Take away fewer days, or cancel leave first.",
    details: { missing: toDays(missing) },
  });
}
