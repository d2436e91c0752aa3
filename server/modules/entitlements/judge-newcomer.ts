import type { Ctx } from "@/server/access/ctx";
import { dayText } from "@/server/kernel/calendar-date";
import type { FieldError } from "@/server/kernel/errors";
import { yearContaining } from "@/server/modules/balances/accounting-year";
import { limits, type Policy } from "@/server/modules/balances/cover-case";
import { balanceOn } from "@/server/modules/balances/policy";
import { termsOf, yearSettingsOf } from "@/server/modules/balances/terms";
import type { Employee, Entitlement } from "@/server/modules/work-calendar/read-employee";
import { belowZero, entitlementFor } from "./policy";

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
  const settings = yearSettingsOf(employee);
  const day = Math.max(employee.today, employee.employment.start ?? employee.today);
  const effectiveDate = dayText(yearContaining(settings, day).start);
  const quotas: Entitlement[] =
    yearlyDays === undefined
      ? []
      : [{ id: "", kind: "QUOTA", leaveTypeId, days: yearlyDays, effectiveDate, note }];
  if (daysLeft === undefined) return { entitlements: quotas, faults: [] };
  if (daysLeft < 0 && limits(policy))
    return { entitlements: [], faults: [{ path: "daysLeft", message: belowZero(0) }] };
  const { year, remaining, remainingOfYear } = balanceOn(
    settings,
    termsOf(policy, actor.plan, quotas),
    [],
    day,
  );
  if (remaining === null || remainingOfYear === null) throw new Error("A limited policy has a balance");
  const standing = { leaveTypeId, year, remaining, remainingOfYear };
  const opening = entitlementFor(employee, standing, { days: daysLeft, note, day });
  return { entitlements: opening ? [...quotas, opening] : quotas, faults: [] };
}
