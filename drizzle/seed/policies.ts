import type { Accrual, QuotaRounding, Rollover, ShortestDuration } from "@/drizzle/schema/values";
import type { LeaveTypeKey, LocationKey } from "./company";

export interface PolicyPlan {
  approvalRequired: boolean;
  allowNegativeBalance: boolean;
  unlimited: boolean;
  /** Working days. */
  yearlyQuota: number;
  accrual: Accrual;
  quotaRounding: QuotaRounding;
  /** Percent of the hours worked. */
  hoursWorkedRate: number | null;
  rollover: Rollover;
  rolloverMaximum: number | null;
  shortestDuration: ShortestDuration;
  reasonRequired: boolean;
}

const ordinary: PolicyPlan = {
  approvalRequired: true,
  allowNegativeBalance: false,
  unlimited: false,
  yearlyQuota: 0,
  accrual: "NONE",
  quotaRounding: "UP",
  hoursWorkedRate: null,
  rollover: "NONE",
  rolloverMaximum: null,
  shortestDuration: "FULL_DAY",
  reasonRequired: false,
};

const policy = (changes: Partial<PolicyPlan>): PolicyPlan => ({ ...ordinary, ...changes });

const untracked = policy({ approvalRequired: false, unlimited: true, shortestDuration: "HALF_DAY" });

/** A missing pair cannot be requested: Lisbon never had volunteering days. */
export const policyPlans: Record<LeaveTypeKey, Partial<Record<LocationKey, PolicyPlan>>> = {
  vacation: {
    belgrade: policy({ yearlyQuota: 25, rollover: "LIMITED", rolloverMaximum: 10 }),
    lisbon: policy({ yearlyQuota: 20, rollover: "ALL", shortestDuration: "HALF_DAY" }),
    toronto: policy({
      yearlyQuota: 20,
      accrual: "MONTHLY",
      // Of those who are paid by the hour: four weeks of a year.
      hoursWorkedRate: 8,
      // With accrual, employees must be able to plan the summer before it is earned.
      allowNegativeBalance: true,
      rollover: "LIMITED",
      rolloverMaximum: 5,
      shortestDuration: "HALF_DAY",
    }),
  },
  sick: {
    belgrade: { ...untracked, shortestDuration: "FULL_DAY" },
    lisbon: untracked,
    toronto: policy({
      approvalRequired: false,
      yearlyQuota: 10,
      allowNegativeBalance: true,
      shortestDuration: "HOUR",
    }),
  },
  home: {
    belgrade: untracked,
    lisbon: untracked,
    toronto: policy({ unlimited: true, shortestDuration: "HALF_DAY", reasonRequired: true }),
  },
  inLieu: {
    belgrade: policy({ yearlyQuota: 6, rollover: "ALL", shortestDuration: "HOUR" }),
    lisbon: policy({ yearlyQuota: 5, shortestDuration: "HALF_HOUR" }),
    toronto: policy({
      yearlyQuota: 6,
      accrual: "BIWEEKLY",
      allowNegativeBalance: true,
      shortestDuration: "QUARTER_HOUR",
    }),
  },
  training: {
    belgrade: policy({ yearlyQuota: 6, reasonRequired: true }),
    lisbon: policy({ yearlyQuota: 5, reasonRequired: true, shortestDuration: "HALF_DAY" }),
    toronto: policy({ yearlyQuota: 5, reasonRequired: true }),
  },
  parental: {
    belgrade: policy({ unlimited: true }),
    lisbon: policy({ unlimited: true }),
    toronto: policy({ unlimited: true }),
  },
  volunteering: {
    belgrade: policy({ yearlyQuota: 2 }),
    toronto: policy({ yearlyQuota: 2, approvalRequired: false }),
  },
};
