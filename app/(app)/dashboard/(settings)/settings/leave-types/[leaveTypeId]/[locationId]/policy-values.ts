import type { inferRouterInputs } from "@trpc/server";
import type { FieldMessage, Reading } from "@/app/_kit/form/read-by";
import {
  daysAfterOf,
  daysOf,
  extraOf,
  monthsOf,
  rateOf,
  stepsOf,
  validDaysOf,
} from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/[locationId]/policy-numbers";
import type { Policy } from "@/app/(app)/dashboard/(settings)/settings/leave-types/use-policy-words";
import type {
  Accrual,
  AccrualTiming,
  CarryExpiry,
  CarryUse,
  CountMode,
  DecidedBy,
  FirstYear,
  LapseNotices,
  QuotaRounding,
  Rollover,
  ShortestDuration,
  TenureFrom,
} from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";

/** When carried-over days expire: as at the location, or by the policy. */
export const carryChoices = ["LOCATION", "DATE", "DAYS_AFTER_RESET", "MONTHS", "NEVER"] as const;
type CarryChoice = (typeof carryChoices)[number];

/** The form values: numbers as typed. */
export interface PolicyValues {
  /** `0` to `2`. */
  approvalLevels: string;
  decidedBy: DecidedBy;
  changesNeedConsent: boolean;
  reasonRequired: boolean;
  shortestDuration: ShortestDuration;
  countMode: CountMode;
  unlimited: boolean;
  yearlyQuota: string;
  accrual: Accrual;
  accrualTiming: AccrualTiming;
  /** Empty for none. */
  hoursWorkedRate: string;
  /** Empty for none. */
  accrualCap: string;
  firstYear: FirstYear;
  firstYearMonths: string;
  quotaRounding: QuotaRounding;
  tenureSteps: readonly { afterMonths: string; quota: string }[];
  tenureFrom: TenureFrom;
  labelDays: readonly { labelId: string; days: string }[];
  rollover: Rollover;
  rolloverMaximum: string;
  carryExpiry: CarryChoice;
  /** `MM-DD`. */
  carryDate: string;
  carryDays: string;
  carryMonths: string;
  carryUse: CarryUse;
  creditsRequestable: boolean;
  /** Empty when a requested credit never expires. */
  creditValidDays: string;
  lapseNotices: LapseNotices;
  allowNegativeBalance: boolean;
  /** Other locations that get the same policy. */
  copyTo: readonly string[];
}

export type Policies = inferRouterInputs<AppRouter>["leaveTypes"]["previewPolicies"]["policies"];

/** A new policy with the server's defaults, except for the quota: the default of 0 would let no one take any leave. */
const unsaid: Omit<PolicyValues, "copyTo"> = {
  approvalLevels: "2",
  decidedBy: "DEPARTMENT",
  changesNeedConsent: false,
  reasonRequired: false,
  shortestDuration: "FULL_DAY",
  countMode: "WORKING_DAYS",
  unlimited: false,
  yearlyQuota: "",
  accrual: "NONE",
  accrualTiming: "START",
  hoursWorkedRate: "",
  accrualCap: "",
  firstYear: "BY_DAY",
  firstYearMonths: "6",
  quotaRounding: "NONE",
  tenureSteps: [],
  tenureFrom: "NEXT_YEAR",
  labelDays: [],
  rollover: "NONE",
  rolloverMaximum: "",
  carryExpiry: "LOCATION",
  carryDate: "03-31",
  carryDays: "90",
  carryMonths: "15",
  carryUse: "FIRST",
  creditsRequestable: false,
  creditValidDays: "",
  lapseNotices: "NONE",
  allowNegativeBalance: false,
};

/** @param labels those that exist: without it a deleted one would be sent again */
export function valuesOf(policy: Policy | undefined, labels: readonly { id: string }[]): PolicyValues {
  if (!policy) return { ...unsaid, copyTo: [] };
  const {
    locationId: _location,
    approvalRequired: _required,
    approvalLevels,
    yearlyQuota,
    hoursWorkedRate,
    accrualCap,
    firstYearMonths,
    tenureSteps,
    labelDays,
    rolloverMaximum,
    carryExpiry,
    creditValidDays,
    ...rules
  } = policy;
  return {
    ...rules,
    approvalLevels: String(approvalLevels),
    yearlyQuota: String(yearlyQuota),
    hoursWorkedRate: hoursWorkedRate === null ? "" : String(hoursWorkedRate),
    accrualCap: accrualCap === null ? "" : String(accrualCap),
    firstYearMonths: firstYearMonths === null ? unsaid.firstYearMonths : String(firstYearMonths),
    tenureSteps: tenureSteps.map(({ afterMonths, quota }) => ({
      afterMonths: String(afterMonths),
      quota: String(quota),
    })),
    labelDays: labelDays
      .filter(({ labelId }) => labels.some(({ id }) => id === labelId))
      .map(({ labelId, days }) => ({ labelId, days: String(days) })),
    rolloverMaximum: rolloverMaximum === null ? "" : String(rolloverMaximum),
    ...carryValues(carryExpiry),
    creditValidDays: creditValidDays === null ? "" : String(creditValidDays),
    copyTo: [],
  };
}

const carryValues = (expiry: CarryExpiry | null) => ({
  carryExpiry: expiry?.type ?? ("LOCATION" as const),
  carryDate: expiry?.type === "DATE" ? expiry.monthDay : unsaid.carryDate,
  carryDays: expiry?.type === "DAYS_AFTER_RESET" ? String(expiry.days) : unsaid.carryDays,
  carryMonths: expiry?.type === "MONTHS" ? String(expiry.months) : unsaid.carryMonths,
});

type Numeric =
  | "yearlyQuota"
  | "hoursWorkedRate"
  | "accrualCap"
  | "firstYearMonths"
  | "tenureSteps"
  | "labelDays"
  | "rolloverMaximum"
  | "carryDays"
  | "carryMonths"
  | "creditValidDays";
type Faults = (field: Numeric) => string;

function expiryOf(
  type: CarryChoice,
  { monthDay, days, months }: { monthDay: string; days: number; months: number },
): CarryExpiry | null {
  switch (type) {
    case "LOCATION":
      return null;
    case "NEVER":
      return { type };
    case "DATE":
      return { type, monthDay };
    case "DAYS_AFTER_RESET":
      return { type, days };
    case "MONTHS":
      return { type, months };
  }
}

/** The policies to send, or the faults of the input. For unlimited leave, numbers are ignored. */
export function readPolicies(values: PolicyValues, locationId: string, faultOf: Faults): Reading<Policies> {
  const { copyTo, approvalLevels, carryDate, carryDays, carryMonths, ...rules } = values;
  const expires = rules.rollover === "NONE" ? "LOCATION" : rules.carryExpiry;
  const isLimited = rules.rollover === "LIMITED";
  const hasRate = rules.hoursWorkedRate.trim() !== "";
  const hasCap = (rules.accrual !== "NONE" || hasRate) && rules.accrualCap.trim() !== "";
  const waits = rules.firstYear === "AFTER_MONTHS";
  const quota = daysOf(rules.yearlyQuota);
  const numbers = {
    yearlyQuota: quota,
    hoursWorkedRate: hasRate ? rateOf(rules.hoursWorkedRate) : 0,
    accrualCap: hasCap ? daysOf(rules.accrualCap) : 0,
    firstYearMonths: waits ? monthsOf(rules.firstYearMonths, 60) : 0,
    tenureSteps: stepsOf(values, quota ?? 0),
    labelDays: extraOf(values),
    rolloverMaximum: isLimited ? daysOf(rules.rolloverMaximum) : 0,
    carryDays: expires === "DAYS_AFTER_RESET" ? daysAfterOf(carryDays) : 0,
    carryMonths: expires === "MONTHS" ? monthsOf(carryMonths, 60) : 0,
    creditValidDays: validDaysOf(rules.creditValidDays),
  };
  const faults = (Object.keys(numbers) as Numeric[])
    .filter((path) => !rules.unlimited && numbers[path] === null)
    .map((path): FieldMessage => ({ path, message: faultOf(path) }));
  if (faults.length > 0) return { faults };
  const policy = {
    ...rules,
    approvalLevels: Number(approvalLevels),
    yearlyQuota: quota ?? 0,
    hoursWorkedRate: hasRate ? numbers.hoursWorkedRate : null,
    accrualCap: hasCap ? numbers.accrualCap : null,
    firstYearMonths: waits ? (numbers.firstYearMonths ?? 6) : null,
    tenureSteps: numbers.tenureSteps ?? [],
    labelDays: numbers.labelDays ?? [],
    rolloverMaximum: isLimited ? (numbers.rolloverMaximum ?? 0) : null,
    creditValidDays: numbers.creditValidDays || null,
    carryExpiry: expiryOf(expires, {
      ...{ monthDay: carryDate, days: numbers.carryDays ?? 0, months: numbers.carryMonths ?? 0 },
    }),
  };
  return { output: [locationId, ...copyTo].map((place) => ({ ...policy, locationId: place })) };
}
