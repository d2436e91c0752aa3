import type { Plan } from "@/drizzle/schema/values";
import type { FieldError } from "@/server/kernel/errors";
import type { LeavePolicyRow } from "./get-leave-type";
import type { LeavePolicyInput } from "./schema";

/** What a location's policy is before anything is said about it; the same as the columns' defaults. */
const unsaid: Omit<LeavePolicyRow, "locationId"> = {
  approvalRequired: true,
  allowNegativeBalance: false,
  unlimited: false,
  yearlyQuota: 0,
  accrual: "NONE",
  rollover: "NONE",
  rolloverMaximum: null,
  shortestDuration: "FULL_DAY",
  reasonRequired: false,
};

/** The policy that results from what is sent. A maximum goes when the rollover is no longer LIMITED. */
export function mergedPolicy(before: LeavePolicyRow | undefined, given: LeavePolicyInput): LeavePolicyRow {
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const merged: LeavePolicyRow = { ...unsaid, ...before, ...sent, locationId: given.locationId };
  const endsLimit = given.rolloverMaximum === undefined && merged.rollover !== "LIMITED";
  return endsLimit ? { ...merged, rolloverMaximum: null } : merged;
}

const isHourly = (duration: LeavePolicyInput["shortestDuration"]): boolean =>
  duration === "HOUR" || duration === "HALF_HOUR" || duration === "QUARTER_HOUR";

/**
 * What does not fit together in one policy. Hourly leave and accruals need the Complete plan (decision 2.3): asking for them
 * below it is a validation error; what was set before the plan changed may stay.
 */
export function policyFaults(given: LeavePolicyInput, merged: LeavePolicyRow, plan: Plan): FieldError[] {
  const faults: FieldError[] = [];
  if (plan !== "COMPLETE" && given.accrual !== undefined && given.accrual !== "NONE")
    faults.push({ path: "accrual", message: "Accruals need the Complete plan." });
  if (plan !== "COMPLETE" && isHourly(given.shortestDuration))
    faults.push({ path: "shortestDuration", message: "Leave by the hour needs the Complete plan." });
  if (merged.rollover === "LIMITED" && merged.rolloverMaximum === null)
    faults.push({ path: "rolloverMaximum", message: "Is required when rollover is LIMITED." });
  if (merged.rollover !== "LIMITED" && merged.rolloverMaximum !== null)
    faults.push({ path: "rolloverMaximum", message: "Is only accepted when rollover is LIMITED." });
  return faults;
}
