import { isDeepStrictEqual } from "node:util";
import type { Ctx } from "@/server/access/ctx";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { type Cover, coverCaseOf, limits, type Policy } from "./cover-case";
import { findShortfalls } from "./find-shortfalls";

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

/** New rules for the balance of one person and leave type. */
interface OtherRules extends PolicyChange {
  employee: Employee;
  /** The location whose accounting years then apply, when they change. */
  location?: Employee["location"];
}

const terms = [
  ...(["yearlyQuota", "accrual", "accrualTiming", "firstYear", "firstYearMonths", "quotaRounding"] as const),
  ...([
    "tenureSteps",
    "tenureFrom",
    "labelDays",
    "hoursWorkedRate",
    "accrualCap",
    "rollover",
    "rolloverMaximum",
  ] as const),
  ...(["carryExpiry", "carryUse", "lapseNotices"] as const),
];

/** Whether a change may reduce any balance. */
export const mayOverdraw = ({ before, after }: PolicyChange): boolean =>
  limits(after) && !(limits(before) && terms.every((term) => isDeepStrictEqual(before[term], after[term])));

/** Leave of no days: it makes today, or the end of its year, one of the checked days. */
const nothingOn = (day: number): Cover => ({
  period: { start: day, end: day, minutes: null },
  days: { start: day, counts: [0] },
});

/** From today on: earlier leave only reduces the remaining balance. */
function caseOf(ctx: Ctx, { employee, before: policyBefore, after: policy, location }: OtherRules) {
  const { today } = employee;
  const none = [nothingOn(today)];
  const leave = { before: none, after: none };
  return coverCaseOf(ctx, { employee, policy, policyBefore, location, from: today, leave });
}

/**
 * Finds people whose booked or requested leave would no longer be covered from today on, by new policies and accounting years. A balance
 * that is already below zero under a policy that forbids it counts only when it gets worse.
 * @returns each person once, with their worst balance
 */
export async function findOverdrawnByRules(ctx: Ctx, asked: readonly OtherRules[]): Promise<Overdrawn[]> {
  const missing = await findShortfalls(
    ctx,
    asked.map((one) => caseOf(ctx, one)),
  );
  const worst = new Map<string, Overdrawn>();
  for (const [place, { employee }] of asked.entries()) {
    const days = missing[place] ?? 0;
    if (days > (worst.get(employee.id)?.missing ?? 0)) worst.set(employee.id, { employee, missing: days });
  }
  return [...worst.values()];
}

/** `findOverdrawnByRules` for new policies. @param changes by location */
export const findOverdrawn = (
  ctx: Ctx,
  employees: Iterable<Employee>,
  changes: ReadonlyMap<string, PolicyChange>,
): Promise<Overdrawn[]> =>
  findOverdrawnByRules(
    ctx,
    [...employees].flatMap((employee) => {
      const change = changes.get(employee.locationId);
      return change && mayOverdraw(change) ? [{ employee, ...change }] : [];
    }),
  );
