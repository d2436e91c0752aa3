import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { type AccountingYear, lastDays, yearsUntil } from "./accounting-year";
import { lotsIn } from "./carry-over";
import { chargesOfCover } from "./cover-case";
import { findChargesOfMany } from "./find-charges-of-many";
import type { CoverChange } from "./find-shortfall";
import { carriedOf, usedOf } from "./lots";
import { type Balance, balanceOn, type Charge, cutsFor } from "./policy";
import { termsOf, yearSettingsOf } from "./terms";

/** The effect of a leave on a balance in one accounting year. */
export interface BalanceEffect {
  year: AccountingYear;
  /** The last day of the leave in that year, the date of both balances. */
  asOf: DayNumber;
  before: Balance;
  after: Balance;
  /** Carried-over days that the leave uses. */
  carriedOverUsed: Thousandths;
}

/**
 * The effect of a leave, or of a changed leave in place of the replaced one, on the balance of its leave type: one entry for each
 * accounting year that it touches. Takes no lock and rejects nothing.
 */
export async function findEffect(
  ctx: Ctx,
  employee: Employee,
  policy: typeof leavePolicies.$inferSelect,
  { leave, replaced }: CoverChange,
): Promise<BalanceEffect[]> {
  const settings = yearSettingsOf(employee);
  const terms = termsOf(policy, ctx.actor.plan, employee);
  const asOfs = lastDays(settings, leave.period);
  const first = Math.min(leave.period.start, replaced?.cover?.period.start ?? leave.period.start);
  const cuts = cutsFor([settings], [terms], { from: first, until: leave.period.end, asOf: asOfs });
  const { leaveTypeId } = policy;
  const filter = { employee, leaveTypeId, cuts, singlesFrom: null, except: replaced?.id ?? null };
  const [others = []] = await findChargesOfMany(ctx, [filter]);
  const before = [...others, ...(replaced?.cover ? chargesOfCover(replaced.cover, cuts) : [])];
  const after = [...others, ...chargesOfCover(leave, cuts)];
  return asOfs.map((asOf) => {
    const balances = {
      before: balanceOn(settings, terms, before, asOf),
      after: balanceOn(settings, terms, after, asOf),
    };
    const { year } = balances.after;
    const used = (charges: readonly Charge[]) =>
      usedOf(carriedOf(lotsIn(yearsUntil(settings, asOf), terms, settings, charges).at(-1) ?? []));
    return {
      year,
      asOf,
      ...balances,
      carriedOverUsed: toThousandths(Math.max(0, used(after) - used(before))),
    };
  });
}
