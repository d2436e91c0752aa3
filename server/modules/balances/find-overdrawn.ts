import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import type { Employee } from "@/server/modules/work-calendar/read-employee";
import type { Thousandths } from "@/server/modules/work-calendar/working-days";
import { type YearSettings, yearContaining, yearsUntil } from "./accounting-year";
import { findChargesOfMany } from "./find-charges-of-many";
import { shortfall } from "./overdraft";
import { type Charge, cutsOf, type Terms } from "./policy";
import { horizonDays } from "./require-cover";
import { termsOf, yearSettingsOf } from "./terms";

type Policy = typeof leavePolicies.$inferSelect;

/** A policy before and after a change; `before` is null for a new policy. */
export interface PolicyChange {
  before: Policy | null;
  after: Policy;
}

/** An employee whose leave would no longer be covered. */
export interface Overdrawn {
  employee: Employee;
  /** The amount on the worst day. */
  missing: Thousandths;
}

/** Whether a policy forbids a negative balance. Unlimited leave and policies that allow a negative balance do not. */
export const limits = (policy: Policy | null): policy is Policy =>
  policy !== null && !policy.unlimited && !policy.allowNegativeBalance;

const terms = ["yearlyQuota", "accrual", "rollover", "rolloverMaximum"] as const;

/** Whether a change may reduce any balance. */
export const mayOverdraw = ({ before, after }: PolicyChange): boolean =>
  limits(after) && !(limits(before) && terms.every((term) => before[term] === after[term]));

function groupOf(ctx: Ctx, employee: Employee, { before, after }: PolicyChange) {
  const settings = yearSettingsOf(employee);
  const { plan } = ctx.actor;
  const given = termsOf(after, plan, employee.entitlements);
  const givenBefore = limits(before) ? termsOf(before, plan, employee.entitlements) : null;
  const carries = given.rollover !== "NONE" || (givenBefore !== null && givenBefore.rollover !== "NONE");
  // Without rollover, earlier years do not matter.
  const years = yearsUntil(settings, employee.today + horizonDays, carries ? undefined : employee.today);
  const singlesFrom = yearContaining(settings, employee.today).start;
  const filter = { employee, leaveTypeId: after.leaveTypeId, cuts: cutsOf(years, []), singlesFrom };
  return { employee, settings, given, givenBefore, filter };
}

/**
 * `shortfall` from today on: earlier leave only reduces the remaining balance.
 * @param givenBefore the previous terms; null when nothing was counted
 */
export function missingFromToday(
  employee: Employee,
  settings: YearSettings,
  given: Terms,
  charges: readonly Charge[],
  givenBefore: Terms | null = null,
): Thousandths {
  // A zero charge makes today, or the end of its year, one of the checked days.
  const today: Charge = { day: employee.today, amount: 0, status: "OPEN" };
  const after = [...charges, today];
  const change = { before: givenBefore ? after : [], after, from: employee.today };
  return shortfall(settings, given, change, givenBefore ?? given);
}

/**
 * Finds people whose booked or requested leave would no longer be covered from today on by new policies. A balance that is already below
 * zero under a policy that forbids it counts only when it gets worse.
 * @param changes by location
 */
export async function findOverdrawn(
  ctx: Ctx,
  employees: Iterable<Employee>,
  changes: ReadonlyMap<string, PolicyChange>,
): Promise<Overdrawn[]> {
  const groups = [...employees].flatMap((employee) => {
    const change = changes.get(employee.locationId);
    return change && mayOverdraw(change) ? [groupOf(ctx, employee, change)] : [];
  });
  const charges = await findChargesOfMany(
    ctx,
    groups.map(({ filter }) => filter),
  );
  return groups
    .map(({ employee, settings, given, givenBefore }, place) => ({
      employee,
      missing: missingFromToday(employee, settings, given, charges[place] ?? [], givenBefore),
    }))
    .filter(({ missing }) => missing > 0);
}
