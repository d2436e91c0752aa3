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

/** A policy before and after it changes; before is null where there was none. */
export interface PolicyChange {
  before: Policy | null;
  after: Policy;
}

/** Somebody whose leave would not be covered any more. */
export interface Overdrawn {
  employee: Employee;
  /** On the worst day. */
  missing: Thousandths;
}

/** Whether a balance must not fall below zero. Where nothing is counted, or debts are allowed, nobody owes anything. */
export const limits = (policy: Policy | null): policy is Policy =>
  policy !== null && !policy.unlimited && !policy.allowNegativeBalance;

const terms = ["yearlyQuota", "accrual", "rollover", "rolloverMaximum"] as const;

/** Whether a change may take days from anybody. */
export const mayOverdraw = ({ before, after }: PolicyChange): boolean =>
  limits(after) && !(limits(before) && terms.every((term) => before[term] === after[term]));

function groupOf(ctx: Ctx, employee: Employee, { before, after }: PolicyChange) {
  const settings = yearSettingsOf(employee);
  const { plan } = ctx.actor;
  const given = termsOf(after, plan, employee.entitlements);
  const givenBefore = limits(before) ? termsOf(before, plan, employee.entitlements) : null;
  const carries = given.rollover !== "NONE" || (givenBefore !== null && givenBefore.rollover !== "NONE");
  // Without rollover no earlier year matters.
  const years = yearsUntil(settings, employee.today + horizonDays, carries ? undefined : employee.today);
  const singlesFrom = yearContaining(settings, employee.today).start;
  const filter = { employee, leaveTypeId: after.leaveTypeId, cuts: cutsOf(years, []), singlesFrom };
  return { employee, settings, given, givenBefore, filter };
}

/**
 * `shortfall` from today on: what was taken before is only part of what is left.
 * @param givenBefore what was given by other rules; null when nothing was counted
 */
export function missingFromToday(
  employee: Employee,
  settings: YearSettings,
  given: Terms,
  charges: readonly Charge[],
  givenBefore: Terms | null = null,
): Thousandths {
  // Nothing is taken by it: it makes today, or the end of its year, one of the days that are looked at.
  const today: Charge = { day: employee.today, amount: 0, status: "OPEN" };
  const after = [...charges, today];
  const change = { before: givenBefore ? after : [], after, from: employee.today };
  return shortfall(settings, given, change, givenBefore ?? given);
}

/**
 * Whose booked or requested leave would not be covered any more by other policies, from today on. Who is below zero already by a policy
 * that forbids it is only named when it gets worse.
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
