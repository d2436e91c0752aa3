import type { Ctx } from "@/server/access/ctx";
import { dayNumber } from "@/server/kernel/calendar-date";
import type { Entitlement } from "@/server/modules/work-calendar/read-employee";
import { yearContaining, yearsUntil } from "./accounting-year";
import { type BalanceClaim, byBalance, misfitsOf } from "./claims";
import { findChargesOfMany } from "./find-charges-of-many";
import { overdraws } from "./overdraft";
import { type Charge, cutsOf } from "./policy";
import { horizonDays } from "./require-cover";
import { termsOf, yearSettingsOf } from "./terms";

/** Days to add to a balance, or to take from it. */
export interface Gift extends BalanceClaim {
  entitlement: Entitlement;
}

type Group<G extends Gift> = ReturnType<typeof groupOf<G>>;

/** Gifts to one balance, with its other inputs. */
function groupOf<G extends Gift>(gifts: readonly [G, ...G[]]) {
  const [{ employee, policy }] = gifts;
  const settings = yearSettingsOf(employee);
  const days = gifts.map(({ entitlement }) => dayNumber(entitlement.effectiveDate));
  const years = yearsUntil(settings, Math.max(employee.today, ...days) + horizonDays);
  const singlesFrom = yearContaining(settings, Math.min(...days)).start;
  const { leaveTypeId } = policy;
  return { gifts, settings, filter: { employee, leaveTypeId, cuts: cutsOf(years, []), singlesFrom } };
}

/**
 * `requireStillCovered` for many gifts at once: finds the ones that would take days which booked or requested leave needs, in this order.
 * The caller has locked the people.
 */
export async function findUnkept<G extends Gift>(ctx: Ctx, gifts: readonly G[]): Promise<ReadonlySet<G>> {
  const groups = byBalance(gifts)
    // A group that only adds days needs no check. An opening balance replaces carried-over days.
    .filter((group) => group.some(({ entitlement: { kind, days } }) => kind === "OPENING" || days < 0))
    .map((group) => groupOf(group));
  const taken = await findChargesOfMany(
    ctx,
    groups.map(({ filter }) => filter),
  );
  return new Set(groups.flatMap((group, at) => unkeptOf(ctx, group, taken[at] ?? [])));
}

const byDate = (a: Entitlement, b: Entitlement): number => (a.effectiveDate < b.effectiveDate ? -1 : 1);

function unkeptOf<G extends Gift>(ctx: Ctx, { gifts, settings, filter }: Group<G>, charges: Charge[]): G[] {
  const [{ employee, policy }] = gifts;
  const termsWith = (given: readonly Entitlement[]) => termsOf(policy, ctx.actor.plan, given);
  let kept = employee.entitlements;
  return misfitsOf(gifts, (some) => {
    const wanted = [...kept, ...some.map(({ entitlement }) => entitlement)].sort(byDate);
    const change = { before: charges, after: charges, from: filter.singlesFrom };
    if (overdraws(settings, termsWith(wanted), change, termsWith(kept))) return false;
    kept = wanted;
    return true;
  });
}
