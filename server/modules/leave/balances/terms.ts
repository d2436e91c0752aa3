import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Plan } from "@/drizzle/schema/values";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import type { Employee, Entitlement } from "@/server/modules/leave/calendars/read-employee";
import { fromDays } from "@/server/modules/leave/calendars/working-days";
import type { YearSettings } from "./accounting-year";
import type { Terms } from "./policy";

type PolicyRow = typeof leavePolicies.$inferSelect;

/**
 * The balance terms of a leave policy, with the person's own entitlements. Accrual requires the COMPLETE plan; without it the quota is
 * given at once.
 */
export const termsOf = (
  policy: Pick<
    PolicyRow,
    | "leaveTypeId"
    | "unlimited"
    | "yearlyQuota"
    | "accrual"
    | "accrualTiming"
    | "firstYear"
    | "firstYearMonths"
    | "quotaRounding"
    | "rollover"
    | "rolloverMaximum"
    | "beginsOn"
    | "typeBeginsOn"
  >,
  plan: Plan,
  entitlements: readonly Entitlement[],
): Terms => ({
  unlimited: policy.unlimited,
  yearlyQuota: fromDays(policy.yearlyQuota),
  accrual: plan === "COMPLETE" ? policy.accrual : "NONE",
  accrualTiming: policy.accrualTiming,
  firstYear: policy.firstYear,
  firstYearMonths: policy.firstYearMonths,
  quotaRounding: policy.quotaRounding,
  rollover: policy.rollover,
  rolloverMaximum: policy.rolloverMaximum === null ? null : fromDays(policy.rolloverMaximum),
  begins: beginningOf(policy),
  ...givenBeside(entitlements.filter(({ leaveTypeId }) => leaveTypeId === policy.leaveTypeId)),
});

const beginningOf = ({ beginsOn, typeBeginsOn }: Pick<PolicyRow, "beginsOn" | "typeBeginsOn">) =>
  beginsOn === null || typeBeginsOn === null
    ? null
    : { here: dayNumber(beginsOn), anywhere: dayNumber(typeBeginsOn) };

/** @param given sorted by date */
function givenBeside(given: readonly Entitlement[]): Pick<Terms, "quotas" | "adjustments" | "openings"> {
  const amounts = given.map(({ kind, days, effectiveDate, note }) => ({
    kind,
    note,
    day: dayNumber(effectiveDate),
    amount: fromDays(days),
  }));
  return {
    quotas: amounts.filter(({ kind }) => kind === "QUOTA"),
    adjustments: amounts.filter(({ kind }) => kind !== "QUOTA"),
    openings: amounts.filter(({ kind }) => kind === "OPENING").map(({ day }) => day),
  };
}

/** A person's accounting years, by their current location. */
export const yearSettingsOf = (employee: Employee): YearSettings => ({
  ...employee.location,
  employment: employee.employment,
  knownSince: employee.knownSince,
});
