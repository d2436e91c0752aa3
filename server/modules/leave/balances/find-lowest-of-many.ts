import type { Ctx } from "@/server/access/ctx";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { lastDays } from "./accounting-year";
import { type Cover, chargesOfCover, type Policy } from "./cover-case";
import { findChargesOfMany } from "./find-charges-of-many";
import type { CoverChange } from "./find-shortfall";
import { balanceOn, cutsFor } from "./policy";
import { termsOf, yearSettingsOf } from "./terms";

/** A leave whose effect on the lowest balance is asked for. */
export interface LowestCase {
  employee: Employee;
  policy: Policy;
  change: CoverChange;
  /** Leave of the same balance that is not stored yet. */
  besides?: readonly Cover[];
}

/**
 * The least that a balance has with a leave: on its last day in each accounting year, and on the last day of each later leave. One
 * statement for any number of cases.
 * @returns in the order of the cases; null where the policy gives without limit
 */
export async function findLowestOfMany(
  ctx: Ctx,
  cases: readonly LowestCase[],
): Promise<(Thousandths | null)[]> {
  const limited = cases
    .filter(({ policy }) => !policy.unlimited)
    .map((one) => ({ one, ...boundsOf(ctx, one) }));
  const charged = await findChargesOfMany(
    ctx,
    limited.map(({ one: { employee, policy, change }, cuts }) => ({
      ...{ employee, leaveTypeId: policy.leaveTypeId, cuts },
      singlesFrom: change.leave.period.start,
      except: change.replaced?.id ?? null,
    })),
  );
  const found = new Map(
    limited.map(({ one, settings, terms, asOfs, cuts }, place) => {
      const { leave } = one.change;
      const covers = [...(one.besides ?? []), leave].flatMap((cover) => chargesOfCover(cover, cuts));
      const charges = [...(charged[place] ?? []), ...covers];
      const later = charges.map(({ day }) => day).filter((day) => day >= leave.period.end);
      const left = [...new Set([...asOfs, ...later])].map(
        (day) => balanceOn(settings, terms, charges, day).remaining ?? 0,
      );
      return [one, Math.min(...left)];
    }),
  );
  return cases.map((one) => found.get(one) ?? null);
}

function boundsOf(ctx: Ctx, { employee, policy, change }: LowestCase) {
  const settings = yearSettingsOf(employee);
  const terms = termsOf(policy, ctx.actor.plan, employee);
  const { period } = change.leave;
  const asOfs = lastDays(settings, period);
  const cuts = cutsFor([settings], [terms], { from: period.start, until: period.end, asOf: asOfs });
  return { settings, terms, asOfs, cuts };
}
