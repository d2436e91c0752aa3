import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Plan } from "@/drizzle/schema/values";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import { fromDays } from "@/server/modules/work-calendar/working-days";
import type { YearSettings } from "./accounting-year";
import type { Terms } from "./policy";

type PolicyRow = typeof leavePolicies.$inferSelect;

/** The part of a leave policy that a balance follows from. Accrual is part of the COMPLETE plan; without it the quota is given at once. */
export const termsOf = (
  policy: Pick<PolicyRow, "unlimited" | "yearlyQuota" | "accrual" | "rollover" | "rolloverMaximum">,
  plan: Plan,
): Terms => ({
  unlimited: policy.unlimited,
  yearlyQuota: fromDays(policy.yearlyQuota),
  accrual: plan === "COMPLETE" ? policy.accrual : "NONE",
  rollover: policy.rollover,
  rolloverMaximum: policy.rolloverMaximum === null ? null : fromDays(policy.rolloverMaximum),
});

/** A person's accounting years: by the location where they work now. */
export const yearSettingsOf = (worker: Worker): YearSettings => ({
  ...worker.location,
  employment: worker.employment,
  knownSince: worker.knownSince,
});
