import type { DayCounts } from "@/drizzle/schema/day-counts";
import type { Ctx } from "@/server/access/ctx";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { type DayFraction, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { yearsUntil } from "./accounting-year";
import { lotsIn } from "./carry-over";
import { chargesOfCover, type Policy } from "./cover-case";
import { findChargesOfMany } from "./find-charges-of-many";
import { type Charge, cutsAsOf } from "./policy";
import { termsOf, yearSettingsOf } from "./terms";

/** Days that come back after their last day to be used. */
export interface Lapsed {
  amount: Thousandths;
  expiresOn: DayNumber;
}

interface Change {
  leaveId: string;
  before: DayCounts;
  /** What stays of the leave; null for nothing. */
  after: DayCounts | null;
}

/**
 * The days that are lost when a leave gives days back: it used credits or carried-over days that have expired by today. First to expire
 * first.
 */
export async function findLapsed(
  ctx: Ctx,
  employee: Employee,
  policy: Policy,
  { leaveId, before, after }: Change,
): Promise<Lapsed[]> {
  const settings = yearSettingsOf(employee);
  const terms = termsOf(policy, ctx.actor.plan, employee);
  const { today } = employee;
  if (terms.unlimited || (terms.rollover === "NONE" && terms.credits.length === 0)) return [];
  const cuts = cutsAsOf(settings, [terms], today);
  const filter = { employee, leaveTypeId: policy.leaveTypeId, cuts, singlesFrom: null, except: leaveId };
  const [others = []] = await findChargesOfMany(ctx, [filter]);
  const usedWith = (days: DayCounts | null) => {
    const charges: Charge[] = [...others, ...(days ? chargesOfCover({ days }, cuts) : [])];
    const used = new Map<DayNumber, DayFraction>();
    for (const lot of lotsIn(yearsUntil(settings, today), terms, settings, charges).flat())
      if (lot.expiresOn !== null && lot.expiresOn < today)
        used.set(lot.expiresOn, (used.get(lot.expiresOn) ?? 0) + lot.used);
    return used;
  };
  const kept = usedWith(after);
  return [...usedWith(before)]
    .map(([expiresOn, used]) => ({ expiresOn, amount: toThousandths(used - (kept.get(expiresOn) ?? 0)) }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => a.expiresOn - b.expiresOn);
}
