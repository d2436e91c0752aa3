import type { Ctx } from "@/server/access/ctx";
import type { FieldError } from "@/server/kernel/errors";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { yearContaining } from "@/server/modules/leave/balances/accounting-year";
import { earnedIn, totalOf } from "@/server/modules/leave/balances/cap";
import { limits, type Policy } from "@/server/modules/leave/balances/cover-case";
import { termsOf, yearSettingsOf } from "@/server/modules/leave/balances/terms";
import type { Employee, Entitlement } from "@/server/modules/leave/calendars/read-employee";
import { fromDays, toDays } from "@/server/modules/leave/calendars/working-days";
import { belowZero } from "./policy";

/** What a new employee is given of a leave type, in working days. */
export interface Given {
  /** Their own yearly quota. */
  yearlyDays?: number | undefined;
  /** The days they have left. */
  daysLeft?: number | undefined;
  note: string;
}

/**
 * The entitlements of a new employee without leave: their own yearly quota, and an opening balance with which they have the given number of
 * days left today, or on their first day of work where that is later.
 * @param policy a limited one, of their location
 * @returns faults at `daysLeft`
 */
export function judgeNewcomer(
  { actor }: Pick<Ctx, "actor">,
  employee: Employee,
  policy: Policy,
  { yearlyDays, daysLeft, note }: Given,
): { entitlements: Entitlement[]; faults: FieldError[] } {
  const { leaveTypeId } = policy;
  const day = Math.max(employee.today, employee.employment.start ?? employee.today);
  const year = yearContaining(yearSettingsOf(employee), day);
  const of = (kind: Entitlement["kind"], days: number, from: DayNumber): Entitlement => ({
    ...{ id: "", kind, leaveTypeId, days, effectiveDate: dayText(from), note },
  });
  const quotas = yearlyDays === undefined ? [] : [of("QUOTA", yearlyDays, year.start)];
  if (daysLeft === undefined) return { entitlements: quotas, faults: [] };
  if (daysLeft < 0 && limits(policy))
    return { entitlements: [], faults: [{ path: "daysLeft", ...belowZero(0) }] };
  const terms = termsOf(policy, actor.plan, { ...employee, entitlements: quotas });
  const accrued = totalOf(earnedIn(year, terms, employee.employment, { lots: [], charges: [] }, day));
  const opening = of("OPENING", toDays(fromDays(daysLeft) - accrued), day);
  return { entitlements: [...quotas, opening], faults: [] };
}
