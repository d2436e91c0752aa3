import type { DayCounts } from "@/drizzle/schema/day-counts";
import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import type { Employee, Entitlement } from "@/server/modules/leave/calendars/read-employee";
import type { Period } from "@/server/modules/leave/calendars/working-days";
import { type YearSettings, yearContaining } from "./accounting-year";
import { type Charge, cutsFor, type Terms } from "./policy";
import { type ChargeFilter, chargesOf } from "./store";
import { termsOf, yearSettingsOf } from "./terms";

export type Policy = typeof leavePolicies.$inferSelect;

/** The part of a leave that a balance is charged for. */
export interface Cover {
  period: Period;
  /** The count of each day. */
  days: DayCounts;
}

/** The leave that a change of a balance replaces, and the leave in its place. */
interface LeaveChange {
  before: readonly Cover[];
  after: readonly Cover[];
  /** Cuts the replaced leave after this day, too. */
  cutAfter?: DayNumber;
  /** The stored leave that is replaced. */
  except?: string | null;
  /** Stored leave that ends on or after this day is replaced. */
  endsBefore?: DayNumber;
}

/** A change of one person's balance of one leave type. What is left out stays as it is. */
export interface BalanceChange {
  employee: Employee;
  /** The policy after the change. */
  policy: Policy;
  /** The policy before the change; null when there was none. */
  policyBefore?: Policy | null;
  /** The entitlements after the change, by date. */
  entitlements?: readonly Entitlement[];
  /** The location whose accounting years apply after the change. */
  location?: Employee["location"];
  leave?: LeaveChange;
  /** The first day that may lack cover. */
  from: DayNumber;
  /** Whether all of the accounting year that contains `from` may lack cover. */
  wholeYear?: boolean;
  /** A day that counts even beyond the horizon; the end of new leave always does. */
  until?: DayNumber;
}

interface Rules {
  settings: YearSettings;
  terms: Terms;
}

/** A balance whose leave must stay covered by a change, with all that is computed without its other leave. */
export interface CoverCase extends Rules {
  /** Null when nothing was counted before the change. The same `settings` object, when the accounting years stay. */
  rulesBefore: Rules | null;
  /** The first day to check. */
  from: DayNumber;
  /** Charges of the replaced leave, and of the leave in its place. */
  before: readonly Charge[];
  after: readonly Charge[];
  /** Selects the other leave. */
  filter: ChargeFilter;
}

/** Leave is booked no further ahead than this, so nothing later matters for carry-over. Slightly more than ten years. */
export const horizonDays = 3700;

/** Whether a policy forbids a negative balance. Unlimited leave and policies that allow a negative balance do not. */
export const limits = (policy: Policy | null): policy is Policy =>
  policy !== null && !policy.unlimited && !policy.allowNegativeBalance;

/**
 * Prepares the check of a change: rules before and after, cuts, charges of replaced and new leave, and the filter of the other leave.
 * @returns null when the balance may fall below zero
 */
export function coverCaseOf(ctx: Ctx, change: BalanceChange): CoverCase | null {
  if (!limits(change.policy)) return null;
  const { employee, leave, policy } = change;
  const rules = rulesOf(ctx, change);
  // Cut at the years of both: finer than either needs.
  const settings = [...new Set([rules.settings, rules.settingsBefore])];
  const terms = [rules.terms, ...(rules.termsBefore ? [rules.termsBefore] : [])];
  const ends = (leave?.after ?? []).map(({ period }) => period.end);
  const until = Math.max(employee.today + horizonDays, change.until ?? employee.today, ...ends);
  const cutsWith = (asOf: readonly DayNumber[]) =>
    cutsFor(settings, terms, { from: change.from, until, asOf });
  const cuts = cutsWith([]);
  const cutsBefore = leave?.cutAfter === undefined ? cuts : cutsWith([leave.cutAfter]);
  const singlesFrom = Math.min(...settings.map((each) => yearContaining(each, change.from).start));
  return {
    settings: rules.settings,
    terms: rules.terms,
    rulesBefore: rules.termsBefore && { settings: rules.settingsBefore, terms: rules.termsBefore },
    from: change.wholeYear ? singlesFrom : change.from,
    before: (leave?.before ?? []).flatMap((cover) => chargesOfCover(cover, cutsBefore)),
    after: (leave?.after ?? []).flatMap((cover) => chargesOfCover(cover, cuts)),
    filter: {
      ...{ employee, leaveTypeId: policy.leaveTypeId, cuts, singlesFrom },
      ...{ except: leave?.except ?? null, endsBefore: leave?.endsBefore ?? null },
    },
  };
}

/** The rules after a change and before it; the same objects where nothing changes. */
function rulesOf(ctx: Ctx, { employee, policy, policyBefore = policy, ...after }: BalanceChange) {
  const { plan } = ctx.actor;
  const given = after.entitlements ?? employee.entitlements;
  const settingsBefore = yearSettingsOf(employee);
  const settings = after.location
    ? yearSettingsOf({ ...employee, location: after.location })
    : settingsBefore;
  const terms = termsOf(policy, plan, { ...employee, entitlements: given });
  if (policyBefore === policy && given === employee.entitlements)
    return { settings, settingsBefore, terms, termsBefore: terms };
  const termsBefore = limits(policyBefore) ? termsOf(policyBefore, plan, employee) : null;
  return { settings, settingsBefore, terms, termsBefore };
}

/** The charges of a leave once it is approved. */
export const chargesOfCover = ({ days }: Pick<Cover, "days">, cuts: readonly DayNumber[]): Charge[] =>
  chargesOf(days, cuts, { status: "APPROVED" });
