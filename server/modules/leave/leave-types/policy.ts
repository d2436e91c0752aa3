import type { Plan } from "@/drizzle/schema/values";
import type { FieldError } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import type { LeavePolicyRow } from "./get-leave-type";
import type { LeavePolicyInput } from "./schema";

/** A location's policy before any rule is set; equal to the column defaults. */
const unsaid: Omit<LeavePolicyRow, "locationId"> = {
  approvalRequired: true,
  approvalLevels: 2,
  decidedBy: "DEPARTMENT",
  changesNeedConsent: false,
  allowNegativeBalance: false,
  unlimited: false,
  yearlyQuota: 0,
  accrual: "NONE",
  accrualTiming: "START",
  firstYear: "BY_DAY",
  firstYearMonths: null,
  quotaRounding: "NONE",
  tenureSteps: [],
  tenureFrom: "NEXT_YEAR",
  labelDays: [],
  hoursWorkedRate: null,
  accrualCap: null,
  rollover: "NONE",
  rolloverMaximum: null,
  carryExpiry: null,
  carryUse: "FIRST",
  lapseNotices: "NONE",
  lapseNoticesSince: null,
  creditsRequestable: false,
  creditValidDays: null,
  shortestDuration: "FULL_DAY",
  reasonRequired: false,
  countMode: "WORKING_DAYS",
};

/** Merges the sent rules into the policy. A number is dropped with the rule that it belongs to. */
export function mergedPolicy(before: LeavePolicyRow | undefined, given: LeavePolicyInput): LeavePolicyRow {
  const { approvalLevels: _levels, ...others } = given;
  const sent = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const merged: LeavePolicyRow = {
    ...{ ...unsaid, ...before, ...sent, ...levelsOf(given) },
    locationId: given.locationId,
  };
  const endsLimit = given.rolloverMaximum === undefined && merged.rollover !== "LIMITED";
  const endsAccrual = given.accrualCap === undefined && !accrues(merged);
  const endsWait = given.firstYearMonths === undefined && merged.firstYear !== "AFTER_MONTHS";
  return {
    ...merged,
    ...(endsLimit && { rolloverMaximum: null }),
    ...(endsAccrual && { accrualCap: null }),
    ...(endsWait && { firstYearMonths: null }),
  };
}

/** Whether days are earned step by step. */
const accrues = ({ accrual, hoursWorkedRate }: LeavePolicyRow): boolean =>
  accrual !== "NONE" || hoursWorkedRate !== null;

/** No level means that no approval is needed; the number is then kept for the day on which it is needed again. */
const levelsOf = ({ approvalLevels: levels }: LeavePolicyInput) =>
  levels === undefined ? {} : { approvalRequired: levels > 0, ...(levels > 0 && { approvalLevels: levels }) };

/** How many levels have to approve, as the API says it. */
export const approvalLevelsOf = ({
  approvalRequired,
  approvalLevels,
}: Pick<LeavePolicyRow, "approvalRequired" | "approvalLevels">): number =>
  approvalRequired ? approvalLevels : 0;

const isHourly = (duration: LeavePolicyInput["shortestDuration"]): boolean =>
  duration === "HOUR" || duration === "HALF_HOUR" || duration === "QUARTER_HOUR";

/**
 * Contradictions within one policy. Hourly leave and accruals require the Complete plan (decision 2.3): requesting them below it is a
 * validation error, while existing settings may stay after a change of plan.
 */
export function policyFaults(given: LeavePolicyInput, merged: LeavePolicyRow, plan: Plan): FieldError[] {
  const faults: FieldError[] = [];
  const { approvalRequired, approvalLevels } = given;
  if (
    approvalRequired !== undefined &&
    approvalLevels !== undefined &&
    approvalRequired !== approvalLevels > 0
  )
    faults.push({ path: "approvalLevels", ...fault("approvalTwice") });
  if (plan !== "COMPLETE" && given.accrual !== undefined && given.accrual !== "NONE")
    faults.push({ path: "accrual", ...fault("planAccruals") });
  if (plan !== "COMPLETE" && typeof given.hoursWorkedRate === "number")
    faults.push({ path: "hoursWorkedRate", ...fault("planAccruals") });
  if (plan !== "COMPLETE" && isHourly(given.shortestDuration))
    faults.push({ path: "shortestDuration", ...fault("planHourly") });
  if (merged.firstYear === "AFTER_MONTHS" && merged.firstYearMonths === null)
    faults.push({ path: "firstYearMonths", ...fault("monthsNeeded") });
  if (merged.firstYear !== "AFTER_MONTHS" && merged.firstYearMonths !== null)
    faults.push({ path: "firstYearMonths", ...fault("monthsOnly") });
  if (!accrues(merged) && merged.accrualCap !== null)
    faults.push({ path: "accrualCap", ...fault("capOnly") });
  faults.push(...stepFaults(merged), ...labelFaults(merged));
  if (merged.rollover === "LIMITED" && merged.rolloverMaximum === null)
    faults.push({ path: "rolloverMaximum", ...fault("rolloverNeeded") });
  if (merged.rollover !== "LIMITED" && merged.rolloverMaximum !== null)
    faults.push({ path: "rolloverMaximum", ...fault("rolloverOnly") });
  return faults;
}

/** Each step is later and gives more than the one before, the first more than the policy's quota. Unlimited leave ignores them. */
function stepFaults({ unlimited, yearlyQuota, tenureSteps }: LeavePolicyRow): FieldError[] {
  return tenureSteps.flatMap(({ afterMonths, quota }, place) => {
    const before = tenureSteps[place - 1] ?? { afterMonths: 0, quota: yearlyQuota };
    const path = `tenureSteps.${place}`;
    if (afterMonths <= before.afterMonths) return [{ path: `${path}.afterMonths`, ...fault("stepMonths") }];
    if (!unlimited && quota <= before.quota) return [{ path: `${path}.quota`, ...fault("stepQuota") }];
    return [];
  });
}

const labelFaults = ({ labelDays }: LeavePolicyRow): FieldError[] =>
  labelDays.flatMap(({ labelId }, place) =>
    labelDays.findIndex((other) => other.labelId === labelId) < place
      ? [{ path: `labelDays.${place}.labelId`, ...fault("listedTwice") }]
      : [],
  );
