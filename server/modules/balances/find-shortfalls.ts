import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import type { DayNumber } from "@/server/kernel/calendar-date";
import type { Employee } from "@/server/modules/work-calendar/read-employee";
import type { Thousandths } from "@/server/modules/work-calendar/working-days";
import { yearContaining, yearsUntil } from "./accounting-year";
import { findChargesOfMany } from "./find-charges-of-many";
import { shortfall } from "./overdraft";
import { cutsOf } from "./policy";
import { type Cover, chargesOfCover, horizonDays } from "./require-cover";
import { termsOf, yearSettingsOf } from "./terms";

/** Recounted leave of one person and type: all leave that ends on or after a day. */
interface Recounted {
  employee: Employee;
  policy: typeof leavePolicies.$inferSelect;
  /** The first day of the recount. */
  from: DayNumber;
  before: Cover[];
  after: Cover[];
}

/**
 * The shortfall of each balance after a recount; 0 when it is covered, or need not be. The caller has locked the people, or only previews.
 */
export async function findShortfalls(ctx: Ctx, recounted: readonly Recounted[]): Promise<Thousandths[]> {
  const cases = recounted.map((one) => caseOf(ctx, one));
  const charges = await findChargesOfMany(
    ctx,
    cases.flatMap((one) => one?.filter ?? []),
  );
  const others = charges[Symbol.iterator]();
  return cases.map((one) => {
    if (!one) return 0;
    const rest = others.next().value ?? [];
    const { settings, terms, filter } = one;
    const change = { before: [...rest, ...one.before], after: [...rest, ...one.after] };
    return shortfall(settings, terms, { ...change, from: filter.singlesFrom });
  });
}

function caseOf(ctx: Ctx, { employee, policy, from, ...covers }: Recounted) {
  if (policy.unlimited || policy.allowNegativeBalance) return null;
  const settings = yearSettingsOf(employee);
  const ends = covers.after.map(({ period }) => period.end);
  const cuts = cutsOf(yearsUntil(settings, Math.max(employee.today + horizonDays, ...ends)), []);
  const before = covers.before.flatMap((cover) => chargesOfCover(cover, cuts));
  const after = covers.after.flatMap((cover) => chargesOfCover(cover, cuts));
  // The common case: every day keeps its count.
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  const { leaveTypeId } = policy;
  const singlesFrom = yearContaining(settings, from).start;
  return {
    ...{ settings, before, after },
    terms: termsOf(policy, ctx.actor.plan, employee.entitlements),
    filter: { employee, leaveTypeId, cuts, singlesFrom, endsBefore: from },
  };
}
