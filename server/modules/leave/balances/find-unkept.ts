import type { Ctx } from "@/server/access/ctx";
import { fault } from "@/server/kernel/field-faults";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import type { Entitlement } from "@/server/modules/leave/calendars/read-employee";
import { type BalanceClaim, findMisfits } from "./claims";
import { horizonDays } from "./cover-case";
import { overdraws } from "./overdraft";
import { termsOf } from "./terms";

/** Days to add to a balance, or to take from it. */
export interface Gift extends BalanceClaim {
  entitlement: Entitlement;
  /** The one in whose place it is. */
  replaced?: Entitlement | undefined;
}

/** The fault of a gift that takes days which leave needs. */
export const uncovered = fault("unkept");

/** A group that only adds days needs no check. An opening balance replaces carried-over days. */
const mayTake = ({ entitlement: { kind, days, worked }, replaced }: Gift): boolean =>
  kind === "OPENING" || days < 0 || daysWorked(worked) < daysWorked(replaced?.worked);

const daysWorked = (worked: Entitlement["worked"]): number =>
  worked ? worked.hours / worked.minutesPerDay : 0;

const byDate = (a: Entitlement, b: Entitlement): number => (a.effectiveDate < b.effectiveDate ? -1 : 1);

/**
 * `requireStillCovered` for many gifts at once: finds the ones that would take days which booked or requested leave needs, in this order.
 * The caller has locked the people.
 */
export const findUnkept = <G extends Gift>(ctx: Ctx, gifts: readonly G[]): Promise<ReadonlySet<G>> =>
  findMisfits(ctx, gifts, {
    spanOf(own) {
      if (!own.some(mayTake)) return null;
      const days = own.map(({ entitlement }) => dayNumber(entitlement.effectiveDate));
      return { from: Math.min(...days), wholeYear: true, until: Math.max(...days) + horizonDays };
    },
    trialOf({ employee, policy }, { settings, from }, charges) {
      const termsWith = (entitlements: readonly Entitlement[]) =>
        termsOf(policy, ctx.actor.plan, { ...employee, entitlements });
      let kept = employee.entitlements;
      return (some) => {
        const gone = new Set(some.map(({ replaced }) => replaced?.id));
        const others = kept.filter(({ id }) => !gone.has(id));
        const wanted = [...others, ...some.map(({ entitlement }) => entitlement)].sort(byDate);
        const change = { before: charges, after: charges, from };
        if (overdraws(settings, termsWith(wanted), change, termsWith(kept))) return false;
        kept = wanted;
        return true;
      };
    },
  });
