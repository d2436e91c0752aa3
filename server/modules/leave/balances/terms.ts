import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Plan } from "@/drizzle/schema/values";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import type { Employee, Entitlement } from "@/server/modules/leave/calendars/read-employee";
import { fromDays, type Thousandths } from "@/server/modules/leave/calendars/working-days";
import type { YearSettings } from "./accounting-year";
import type { Terms } from "./policy";

type PolicyRow = typeof leavePolicies.$inferSelect;

/** What a person has beside the policies, by which they earn. */
type Earner = { entitlements: readonly Entitlement[]; labelIds: readonly string[] };

/**
 * The balance terms of a leave policy for a person, by their own entitlements and labels. Accrual requires the COMPLETE plan; without it the
 * quota is given at once.
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
    | "tenureSteps"
    | "tenureFrom"
    | "labelDays"
    | "accrualCap"
    | "rollover"
    | "rolloverMaximum"
    | "carryExpiry"
    | "carryUse"
    | "beginsOn"
    | "typeBeginsOn"
  >,
  plan: Plan,
  { entitlements, labelIds }: Earner,
): Terms => ({
  unlimited: policy.unlimited,
  yearlyQuota: fromDays(policy.yearlyQuota),
  accrual: accrualOf(policy, plan),
  accrualTiming: policy.accrualTiming,
  firstYear: policy.firstYear,
  firstYearMonths: policy.firstYearMonths,
  quotaRounding: policy.quotaRounding,
  steps: policy.tenureSteps.map(({ afterMonths, quota }) => ({ afterMonths, quota: fromDays(quota) })),
  tenureFrom: policy.tenureFrom,
  extra: extraOf(policy, labelIds),
  accrualCap: capOf(policy, plan),
  rollover: policy.rollover,
  rolloverMaximum: policy.rolloverMaximum === null ? null : fromDays(policy.rolloverMaximum),
  carryExpiry: policy.carryExpiry,
  carryUse: policy.carryUse,
  begins: beginningOf(policy),
  ...givenBeside(entitlements.filter(({ leaveTypeId }) => leaveTypeId === policy.leaveTypeId)),
});

const accrualOf = ({ accrual }: Pick<PolicyRow, "accrual">, plan: Plan) =>
  plan === "COMPLETE" ? accrual : "NONE";

const capOf = (policy: Pick<PolicyRow, "accrual" | "accrualCap">, plan: Plan): Thousandths | null =>
  policy.accrualCap === null || accrualOf(policy, plan) === "NONE" ? null : fromDays(policy.accrualCap);

/** The extra days of all of a person's labels together. */
const extraOf = ({ labelDays }: Pick<PolicyRow, "labelDays">, labelIds: readonly string[]): Thousandths =>
  labelDays
    .filter(({ labelId }) => labelIds.includes(labelId))
    .reduce((sum, { days }) => sum + fromDays(days), 0);

const beginningOf = ({ beginsOn, typeBeginsOn }: Pick<PolicyRow, "beginsOn" | "typeBeginsOn">) =>
  beginsOn === null || typeBeginsOn === null
    ? null
    : { here: dayNumber(beginsOn), anywhere: dayNumber(typeBeginsOn) };

/** @param given sorted by date */
function givenBeside(given: readonly Entitlement[]): Pick<Terms, "quotas" | "adjustments" | "openings"> {
  const amounts = given.map(({ kind, days, effectiveDate, note, isCorrection }) => ({
    kind,
    note,
    ...(isCorrection && { isCorrection }),
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
