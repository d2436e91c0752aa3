import { eq, sql } from "drizzle-orm";
import { labels } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { statement } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { utcDay } from "@/server/kernel/time/clock";
import { nameableLocations } from "@/server/modules/people/places/references";
import { type LeavePolicyRow, policyFields } from "./get-leave-type";
import { mergedPolicy, policyFaults } from "./policy";
import type { LeavePolicyInput } from "./schema";

/**
 * Merges and validates the sent policies.
 * @throws ApiError VALIDATION_ERROR with every fault of every policy
 */
export async function preparePolicies(
  tx: Ctx,
  before: readonly LeavePolicyRow[],
  given: readonly LeavePolicyInput[],
): Promise<LeavePolicyRow[]> {
  const present = new Map(before.map((policy) => [policy.locationId, policy]));
  const merged = given.map((policy) => mergedPolicy(present.get(policy.locationId), policy));
  const faults = [...(await referenceFaults(tx, given)), ...ruleFaults(tx, given, merged)];
  if (faults.length > 0) throw invalid(faults);
  return merged;
}

/** Sets the policies of the named locations; other locations keep theirs. A new policy begins today. */
export async function writePolicies(
  tx: Ctx,
  leaveTypeId: string,
  policies: readonly LeavePolicyRow[],
): Promise<void> {
  const { workspaceId } = tx.actor;
  const today = utcDay(tx.now());
  await upsert(tx.db, { workspaceId, leaveTypeId, today, policies: JSON.stringify(policies) });
}

/** Faults of the locations and labels that policies name. */
export const referenceFaults = async (tx: Ctx, given: readonly LeavePolicyInput[]): Promise<FieldError[]> => [
  ...(await locationFaults(tx, given)),
  ...(await labelFaults(tx, given)),
];

/** A policy keeps labels that were deleted since, as long as its list isn't sent. */
async function labelFaults(tx: Ctx, given: readonly LeavePolicyInput[]): Promise<FieldError[]> {
  const named = given.flatMap(({ labelDays = [] }, index) =>
    labelDays.map(({ labelId }, place) => ({
      labelId,
      path: `policies.${index}.labelDays.${place}.labelId`,
    })),
  );
  if (named.length === 0) return [];
  const rows = await scoped(workspaceOf(tx.actor), labels)
    .select(tx.db, { id: labels.id })
    .where(isAnyOf(labels.id, [...new Set(named.map(({ labelId }) => labelId))]));
  const known = new Set(rows.map(({ id }) => id));
  return named.filter(({ labelId }) => !known.has(labelId)).map(({ path }) => ({ path, ...fault("label") }));
}

/** Faults of policies whose location is not in the workspace, or is named twice. */
async function locationFaults(tx: Ctx, given: readonly LeavePolicyInput[]): Promise<FieldError[]> {
  const ids = given.map(({ locationId }) => locationId);
  const known = await nameableLocations(tx, ids);
  return ids.flatMap((id, index) => {
    const path = `policies.${index}.locationId`;
    if (!known.has(id)) return [{ path, ...fault("locationHere") }];
    return ids.indexOf(id) < index ? [{ path, ...fault("listedTwice") }] : [];
  });
}

const ruleFaults = (tx: Ctx, given: readonly LeavePolicyInput[], merged: readonly LeavePolicyRow[]) =>
  given.flatMap((policy, index) => {
    const result = merged[index];
    if (!result) return [];
    return policyFaults(policy, result, tx.actor.plan).map(({ path, message }) => ({
      path: `policies.${index}.${path}`,
      message,
    }));
  });

const { placeholder } = sql;
const upsert = statement(sql`
    insert into ${leavePolicies} (workspace_id, leave_type_id, location_id, approval_required, approval_levels, decided_by, changes_need_consent,
      allow_negative_balance, unlimited, yearly_quota, accrual, accrual_timing, first_year, first_year_months, quota_rounding, tenure_steps, tenure_from, label_days, hours_worked_rate, accrual_cap, rollover, rollover_maximum, carry_expiry, carry_use, lapse_notices, lapse_notices_since, credits_requestable, credit_valid_days, shortest_duration,
      reason_required, count_mode, begins_on, type_begins_on)
    select ${placeholder("workspaceId")}::uuid, ${placeholder("leaveTypeId")}::uuid, "locationId", "approvalRequired", "approvalLevels", "decidedBy", "changesNeedConsent", "allowNegativeBalance",
      unlimited, "yearlyQuota", accrual, "accrualTiming", "firstYear", "firstYearMonths", "quotaRounding", "tenureSteps", "tenureFrom", "labelDays", "hoursWorkedRate", "accrualCap", rollover, "rolloverMaximum", "carryExpiry", "carryUse", "lapseNotices", case when "lapseNotices" = 'REQUIRED' then ${placeholder("today")}::date end, "creditsRequestable", "creditValidDays", "shortestDuration", "reasonRequired", "countMode", ${placeholder("today")}::date, earliest.day
    from jsonb_to_recordset(${placeholder("policies")}::text::jsonb) as given("locationId" uuid, "approvalRequired" boolean,
      "approvalLevels" smallint, "decidedBy" decided_by, "changesNeedConsent" boolean,
      "allowNegativeBalance" boolean, unlimited boolean, "yearlyQuota" numeric, accrual accrual,
      "accrualTiming" accrual_timing, "firstYear" first_year, "firstYearMonths" smallint, "quotaRounding" quota_rounding, "tenureSteps" jsonb, "tenureFrom" tenure_from, "labelDays" jsonb, "hoursWorkedRate" numeric, "accrualCap" numeric, rollover rollover,
      "rolloverMaximum" numeric, "carryExpiry" jsonb, "carryUse" carry_use, "lapseNotices" text, "creditsRequestable" boolean, "creditValidDays" int, "shortestDuration" shortest_duration, "reasonRequired" boolean, "countMode" count_mode),
      (select case when count(*) = 0 then ${placeholder("today")}::date
        when bool_and(type_begins_on is not null) then min(type_begins_on) end as day
      from ${leavePolicies} where workspace_id = ${placeholder("workspaceId")}::uuid
        and leave_type_id = ${placeholder("leaveTypeId")}::uuid) earliest
    on conflict (workspace_id, leave_type_id, location_id) do update set
      approval_required = excluded.approval_required, approval_levels = excluded.approval_levels,
      decided_by = excluded.decided_by, changes_need_consent = excluded.changes_need_consent, allow_negative_balance = excluded.allow_negative_balance,
      unlimited = excluded.unlimited, yearly_quota = excluded.yearly_quota, accrual = excluded.accrual,
      accrual_timing = excluded.accrual_timing, first_year = excluded.first_year, first_year_months = excluded.first_year_months, quota_rounding = excluded.quota_rounding,
      tenure_steps = excluded.tenure_steps, tenure_from = excluded.tenure_from, label_days = excluded.label_days, hours_worked_rate = excluded.hours_worked_rate, accrual_cap = excluded.accrual_cap,
      rollover = excluded.rollover, rollover_maximum = excluded.rollover_maximum,
      carry_expiry = excluded.carry_expiry, carry_use = excluded.carry_use, lapse_notices = excluded.lapse_notices,
      lapse_notices_since = case when excluded.lapse_notices = 'REQUIRED'
        then coalesce(leave_policies.lapse_notices_since, excluded.lapse_notices_since) end,
      credits_requestable = excluded.credits_requestable, credit_valid_days = excluded.credit_valid_days,
      shortest_duration = excluded.shortest_duration, reason_required = excluded.reason_required,
      count_mode = excluded.count_mode`);

/** The policies of one leave type at every location, locked against concurrent changes. */
export async function lockPolicies(tx: Ctx, leaveTypeId: string): Promise<LeavePolicyRow[]> {
  return scoped(workspaceOf(tx.actor), leavePolicies)
    .select(tx.db, policyFields)
    .where(eq(leavePolicies.leaveTypeId, leaveTypeId))
    .orderBy(leavePolicies.locationId)
    .for("update");
}
