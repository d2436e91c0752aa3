import type { DayCounts } from "@/drizzle/schema/day-counts";
import type { Ctx } from "@/server/access/ctx";
import { groupBy } from "@/server/kernel/group-by";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { chargesOfCover } from "./cover-case";
import { findChargesOfMany } from "./find-charges-of-many";
import { type Charge, cutsAsOf } from "./policy";
import { type BalanceRow, balanceRowOf, findBalancePolicies } from "./read";
import { termsOf, yearSettingsOf } from "./terms";

/** A leave that changes with an employment: the counts of its days, and of those that stay. */
export interface ChangingLeave {
  leaveTypeId: string;
  before: DayCounts;
  /** Null when none stays. */
  after: DayCounts | null;
}

/** What a change adds to a balance's charges. Approved or open makes no difference to what is left. */
function chargesOfChange({ before, after }: ChangingLeave, cuts: readonly DayNumber[]): Charge[] {
  const gone = chargesOfCover({ days: before }, cuts).map((charge) => ({
    ...charge,
    amount: -charge.amount,
  }));
  return after === null ? gone : [...gone, ...chargesOfCover({ days: after }, cuts)];
}

/**
 * What would be left of each limited leave type on a last day of work, as `balancesAtEnd` finds it once the change is made.
 * @param employee with the employment after the change
 * @param changing the leave that the change cancels or shortens
 * @returns nothing without a last day of work
 */
export async function findFinalBalances(
  ctx: Ctx,
  employee: Employee,
  changing: readonly ChangingLeave[],
): Promise<BalanceRow[]> {
  const asOf = employee.employment.end;
  if (asOf === null) return [];
  const settings = yearSettingsOf(employee);
  const limited = (await findBalancePolicies(ctx, [employee.locationId])).filter(
    ({ unlimited }) => !unlimited,
  );
  const cutsOf = limited.map((policy) =>
    cutsAsOf(settings, [termsOf(policy, ctx.actor.plan, employee)], asOf),
  );
  const charges = await findChargesOfMany(
    ctx,
    limited.map(({ leaveTypeId }, place) => ({
      ...{ employee, leaveTypeId, cuts: cutsOf[place] ?? [], singlesFrom: null },
    })),
  );
  const byType = groupBy(changing, ({ leaveTypeId }) => leaveTypeId);
  return limited.map((policy, place) => {
    const changes = (byType.get(policy.leaveTypeId) ?? []).flatMap((one) =>
      chargesOfChange(one, cutsOf[place] ?? []),
    );
    const all = [...(charges[place] ?? []), ...changes];
    return balanceRowOf(ctx, { employee, knowsAll: true }, policy, { charges: all, asOf });
  });
}
