import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import type { Employee } from "@/server/modules/work-calendar/read-employee";
import { type YearSettings, yearContaining, yearsUntil } from "./accounting-year";
import { findChargesOfMany } from "./find-charges-of-many";
import { limits, missingFromToday, type Overdrawn } from "./find-overdrawn";
import { cutsOf } from "./policy";
import { horizonDays } from "./require-cover";
import { termsOf, yearSettingsOf } from "./terms";

type Policy = typeof leavePolicies.$inferSelect;

/** New rules for the balance of one person and leave type. */
export interface OtherRules {
  employee: Employee;
  /** Null when there was no policy. */
  before: Policy | null;
  after: Policy;
  /** The location whose accounting years then apply. */
  location: Employee["location"];
}

function groupOf(ctx: Ctx, { employee, before, after, location }: OtherRules) {
  const settings = yearSettingsOf(employee);
  const settingsAfter = yearSettingsOf({ ...employee, location });
  const { plan } = ctx.actor;
  const terms = termsOf(after, plan, employee.entitlements);
  const termsBefore = limits(before) ? termsOf(before, plan, employee.entitlements) : null;
  const both: readonly YearSettings[] = [settings, settingsAfter];
  // Cut at the years of both: finer than either needs.
  const years = both
    .flatMap((each) => yearsUntil(each, employee.today + horizonDays))
    .sort((a, b) => a.start - b.start);
  const singlesFrom = Math.min(...both.map((each) => yearContaining(each, employee.today).start));
  const filter = { employee, leaveTypeId: after.leaveTypeId, cuts: cutsOf(years, []), singlesFrom };
  return { employee, settings, settingsAfter, terms, termsBefore, filter };
}

/**
 * Finds people whose booked or requested leave would no longer be covered from today on, by new policies and accounting years. A balance
 * that is already below zero under a policy that forbids it counts only when it gets worse.
 * @returns each person once, with their worst balance
 */
export async function findOverdrawnByRules(ctx: Ctx, asked: readonly OtherRules[]): Promise<Overdrawn[]> {
  const groups = asked.filter(({ after }) => limits(after)).map((one) => groupOf(ctx, one));
  const charges = await findChargesOfMany(
    ctx,
    groups.map(({ filter }) => filter),
  );
  const worst = new Map<string, Overdrawn>();
  for (const [place, { employee, settings, settingsAfter, terms, termsBefore }] of groups.entries()) {
    const taken = charges[place] ?? [];
    const missing = missingFromToday(employee, settingsAfter, terms, taken);
    const missingBefore = termsBefore ? missingFromToday(employee, settings, termsBefore, taken) : 0;
    if (missing <= missingBefore) continue;
    if (missing > (worst.get(employee.id)?.missing ?? 0)) worst.set(employee.id, { employee, missing });
  }
  return [...worst.values()];
}
