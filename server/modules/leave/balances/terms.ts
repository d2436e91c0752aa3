import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Plan } from "@/drizzle/schema/values";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import type { Employee, Entitlement, LapseNotice } from "@/server/modules/leave/calendars/read-employee";
import { fromDays, type Thousandths } from "@/server/modules/leave/calendars/working-days";
import type { YearSettings } from "./accounting-year";
import type { Terms, Worked } from "./policy";

type PolicyRow = typeof leavePolicies.$inferSelect;

/** What a person has beside the policies, by which they earn. */
type Earner = {
  entitlements: readonly Entitlement[];
  labelIds: readonly string[];
  /** Of which days that lapse they were notified. */
  notices: readonly LapseNotice[];
  /** Today at their location. */
  today: DayNumber;
};

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
    | "hoursWorkedRate"
    | "accrualCap"
    | "rollover"
    | "rolloverMaximum"
    | "carryExpiry"
    | "carryUse"
    | "lapseNotices"
    | "lapseNoticesSince"
    | "beginsOn"
    | "typeBeginsOn"
  >,
  plan: Plan,
  { entitlements, labelIds, notices, today }: Earner,
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
  worked: workedOf(policy, entitlements),
  accrualCap: capOf(policy, plan),
  rollover: policy.rollover,
  rolloverMaximum: policy.rolloverMaximum === null ? null : fromDays(policy.rolloverMaximum),
  carryExpiry: policy.carryExpiry,
  carryUse: policy.carryUse,
  lapses:
    policy.lapseNotices === "REQUIRED"
      ? {
          today,
          since: policy.lapseNoticesSince === null ? today : dayNumber(policy.lapseNoticesSince),
          noticed: notices
            .filter(({ leaveTypeId }) => leaveTypeId === policy.leaveTypeId)
            .map(({ lapsesOn }) => dayNumber(lapsesOn)),
        }
      : null,
  begins: beginningOf(policy),
  ...givenBeside(entitlements.filter(({ leaveTypeId }) => leaveTypeId === policy.leaveTypeId)),
});

const accrualOf = ({ accrual }: Pick<PolicyRow, "accrual">, plan: Plan) =>
  plan === "COMPLETE" ? accrual : "NONE";

const capOf = (
  policy: Pick<PolicyRow, "accrual" | "accrualCap" | "hoursWorkedRate">,
  plan: Plan,
): Thousandths | null =>
  policy.accrualCap === null || (accrualOf(policy, plan) === "NONE" && policy.hoursWorkedRate === null)
    ? null
    : fromDays(policy.accrualCap);

/** What hours worked give by the policy's rate: hours in days of the person, of each a part. */
const workedOf = (
  { hoursWorkedRate: rate }: Pick<PolicyRow, "hoursWorkedRate">,
  entitlements: readonly Entitlement[],
): Worked[] =>
  rate === null
    ? []
    : entitlements.flatMap(({ effectiveDate, worked }) =>
        worked
          ? {
              ...{ day: dayNumber(effectiveDate), hours: worked.hours, rate },
              exact: (worked.hours * 60 * rate * 10) / worked.minutesPerDay,
            }
          : [],
      );

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
function givenBeside(
  given: readonly Entitlement[],
): Pick<Terms, "quotas" | "adjustments" | "openings" | "credits" | "carryExpiries"> {
  const amounts = given.map(({ id, kind, days, effectiveDate, note, isCorrection, expiresOn = null }) => ({
    kind,
    note,
    ...(isCorrection && { isCorrection }),
    expiresOn: expiresOn === null ? null : dayNumber(expiresOn),
    day: dayNumber(effectiveDate),
    amount: fromDays(days),
    ...(kind === "CREDIT" ? { creditId: id } : {}),
  }));
  return {
    quotas: amounts.filter(({ kind }) => kind === "QUOTA"),
    adjustments: amounts.filter(
      ({ kind, expiresOn }) => kind !== "QUOTA" && kind !== "CARRY_EXPIRY" && expiresOn === null,
    ),
    openings: amounts.filter(({ kind }) => kind === "OPENING").map(({ day }) => day),
    credits: amounts.filter(expires),
    carryExpiries: amounts.filter(({ kind }) => kind === "CARRY_EXPIRY"),
  };
}

const expires = <G extends { creditId?: string; expiresOn: number | null }>(
  given: G,
): given is G & { creditId: string; expiresOn: number } =>
  given.creditId !== undefined && given.expiresOn !== null;

/** A person's accounting years, by their current location. */
export const yearSettingsOf = (employee: Employee): YearSettings => ({
  ...employee.location,
  employment: employee.employment,
  knownSince: employee.knownSince,
});
