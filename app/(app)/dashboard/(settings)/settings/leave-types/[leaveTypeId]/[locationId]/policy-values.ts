import type { inferRouterInputs } from "@trpc/server";
import type { FieldMessage, Reading } from "@/app/_kit/form/read-by";
import type { Policy } from "@/app/(app)/dashboard/(settings)/settings/leave-types/use-policy-words";
import type {
  Accrual,
  AccrualTiming,
  CountMode,
  DecidedBy,
  FirstYear,
  QuotaRounding,
  Rollover,
  ShortestDuration,
} from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";

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
  firstYear: FirstYear;
  firstYearMonths: string;
  quotaRounding: QuotaRounding;
  rollover: Rollover;
  rolloverMaximum: string;
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
  firstYear: "BY_DAY",
  firstYearMonths: "6",
  quotaRounding: "NONE",
  rollover: "NONE",
  rolloverMaximum: "",
  allowNegativeBalance: false,
};

export function valuesOf(policy: Policy | undefined): PolicyValues {
  if (!policy) return { ...unsaid, copyTo: [] };
  const {
    locationId: _location,
    approvalRequired: _required,
    approvalLevels,
    yearlyQuota,
    firstYearMonths,
    rolloverMaximum,
    ...rules
  } = policy;
  return {
    ...rules,
    approvalLevels: String(approvalLevels),
    yearlyQuota: String(yearlyQuota),
    firstYearMonths: firstYearMonths === null ? unsaid.firstYearMonths : String(firstYearMonths),
    rolloverMaximum: rolloverMaximum === null ? "" : String(rolloverMaximum),
    copyTo: [],
  };
}

type Faults = (field: "yearlyQuota" | "firstYearMonths" | "rolloverMaximum") => string;

/** With a comma or a point, at most three decimals. */
const daysOf = (text: string): number | null =>
  /^\s*\d{1,3}([.,]\d{1,3})?\s*$/.test(text) ? Number(text.trim().replace(",", ".")) : null;

/** From 1 to 60. */
const monthsOf = (text: string): number | null =>
  /^\s*([1-9]|[1-5]\d|60)\s*$/.test(text) ? Number(text) : null;

/** The policies to send, or the faults of the input. For unlimited leave, numbers are ignored. */
export function readPolicies(values: PolicyValues, locationId: string, faultOf: Faults): Reading<Policies> {
  const { copyTo, approvalLevels, yearlyQuota, firstYearMonths, rolloverMaximum, ...rules } = values;
  const isLimited = rules.rollover === "LIMITED";
  const quota = daysOf(yearlyQuota);
  const months = monthsOf(firstYearMonths);
  const waits = rules.firstYear === "AFTER_MONTHS";
  const maximum = daysOf(rolloverMaximum);
  const faults: FieldMessage[] = [];
  if (!rules.unlimited && quota === null)
    faults.push({ path: "yearlyQuota", message: faultOf("yearlyQuota") });
  if (!rules.unlimited && waits && months === null)
    faults.push({ path: "firstYearMonths", message: faultOf("firstYearMonths") });
  if (!rules.unlimited && isLimited && maximum === null)
    faults.push({ path: "rolloverMaximum", message: faultOf("rolloverMaximum") });
  if (faults.length > 0) return { faults };
  const policy = {
    ...rules,
    approvalLevels: Number(approvalLevels),
    yearlyQuota: quota ?? 0,
    firstYearMonths: waits ? (months ?? 6) : null,
    ...(isLimited ? { rolloverMaximum: maximum ?? 0 } : { rolloverMaximum: null }),
  };
  return { output: [locationId, ...copyTo].map((place) => ({ ...policy, locationId: place })) };
}
