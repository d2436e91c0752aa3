import { and, asc, eq, sql } from "drizzle-orm";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace, type Reach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { inLocations } from "@/server/modules/people/places/list-locations";
import { type LeaveTypeRow, leaveTypeFields } from "./list-leave-types";

/** The rules of a policy; its first day cannot be set. */
export type LeavePolicyRow = Omit<
  typeof leavePolicies.$inferSelect,
  "workspaceId" | "leaveTypeId" | "beginsOn" | "typeBeginsOn"
>;

export interface LeaveTypeDetailRow extends LeaveTypeRow {
  wageCode: string | null;
  isInPayroll: boolean;
  policies: LeavePolicyRow[];
}

const query = preparedBy((db) =>
  scoped(givenWorkspace, leaveTypes)
    .select(db, { ...leaveTypeFields, wageCode: leaveTypes.wageCode, isInPayroll: leaveTypes.isInPayroll })
    .where(eq(leaveTypes.id, sql.placeholder("id")))
    .prepare("get_leave_type"),
);

export const policyFields = {
  locationId: leavePolicies.locationId,
  approvalRequired: leavePolicies.approvalRequired,
  approvalLevels: leavePolicies.approvalLevels,
  decidedBy: leavePolicies.decidedBy,
  changesNeedConsent: leavePolicies.changesNeedConsent,
  allowNegativeBalance: leavePolicies.allowNegativeBalance,
  unlimited: leavePolicies.unlimited,
  yearlyQuota: leavePolicies.yearlyQuota,
  accrual: leavePolicies.accrual,
  accrualTiming: leavePolicies.accrualTiming,
  firstYear: leavePolicies.firstYear,
  firstYearMonths: leavePolicies.firstYearMonths,
  quotaRounding: leavePolicies.quotaRounding,
  tenureSteps: leavePolicies.tenureSteps,
  tenureFrom: leavePolicies.tenureFrom,
  labelDays: leavePolicies.labelDays,
  hoursWorkedRate: leavePolicies.hoursWorkedRate,
  accrualCap: leavePolicies.accrualCap,
  rollover: leavePolicies.rollover,
  rolloverMaximum: leavePolicies.rolloverMaximum,
  carryExpiry: leavePolicies.carryExpiry,
  carryUse: leavePolicies.carryUse,
  lapseNotices: leavePolicies.lapseNotices,
  lapseNoticesSince: leavePolicies.lapseNoticesSince,
  creditsRequestable: leavePolicies.creditsRequestable,
  creditValidDays: leavePolicies.creditValidDays,
  shortestDuration: leavePolicies.shortestDuration,
  reasonRequired: leavePolicies.reasonRequired,
  countMode: leavePolicies.countMode,
};

const policies = preparedBy((db, kind) =>
  scoped(givenWorkspace, leavePolicies)
    .select(db, policyFields)
    .where(
      and(
        eq(leavePolicies.leaveTypeId, sql.placeholder("id")),
        inLocations(db, kind as Reach["kind"], leavePolicies.locationId),
      ),
    )
    .orderBy(asc(leavePolicies.locationId))
    .prepare(`leave_type_policies_${kind}`),
);

/**
 * One leave type with its policies at the locations within reach.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function getLeaveType(ctx: Ctx, id: string): Promise<LeaveTypeDetailRow> {
  const [rows, within] = await Promise.all([
    query(ctx.db).execute({ workspaceId: ctx.reach.workspaceId, id }),
    policies(ctx.db, ctx.reach.kind).execute({ ...reachParams(ctx.reach), id }),
  ]);
  const row = rows[0];
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return { ...row, policies: within };
}
