import { eq } from "drizzle-orm";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { orConflict } from "@/server/kernel/http/conflict";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { leaveTypeNameTaken, lockLeaveTypes } from "./create-leave-type";
import { policyChanges } from "./find-policy-effect";
import { getLeaveType, type LeaveTypeDetailRow } from "./get-leave-type";
import { requireDistinctNames } from "./require-distinct-names";
import { requireMeetings, requireOneSide } from "./require-meetings";
import { requirePoliciesCover } from "./require-policies-cover";
import type { LeavePolicyInput, LeaveTypePatch } from "./schema";
import { lockPolicies, preparePolicies, writePolicies } from "./write-policies";

/**
 * Changes a leave type. It is never deleted: `isActive: false` takes it out of use. Existing leave stays as it is.
 * @throws ApiError FORBIDDEN for any caller except an administrator, RESOURCE_NOT_FOUND, CONFLICT when the name is taken or leave depends on
 * a setting, VALIDATION_ERROR for policies as on create, LEAVE_NEGATIVE_BALANCE when leave would lose the days that it was booked against
 */
export function updateLeaveType(ctx: Ctx, id: string, patch: LeaveTypePatch): Promise<LeaveTypeDetailRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockLeaveTypes(tx);
    const before = await getLeaveType(tx, id);
    const { policies, ...fields } = patch;
    requireOneSide({ ...before, ...fields });
    // Before the update of the leave type's row: a booking locks the person first, then that row.
    const prepared = policies && (await coveredPolicies(tx, id, policies));
    await requireMeetings(tx, id, before, { ...before, ...fields });
    if (Object.keys(fields).length > 0)
      await orConflict(
        scoped(workspaceOf(tx.actor), leaveTypes).update(tx.db).set(fields).where(eq(leaveTypes.id, id)),
        leaveTypeNameTaken,
      );
    if (fields.name !== undefined || fields.names !== undefined)
      await requireDistinctNames(tx, id, { ...before, ...fields });
    if (prepared) await writePolicies(tx, id, prepared);
    const after = await getLeaveType(tx, id);
    await recordAudit(tx, {
      action: "leave_type.update",
      resourceType: "leave_type",
      resourceId: id,
      changes: changesOf(before, after),
    });
    return after;
  });
}

async function coveredPolicies(tx: Ctx, id: string, given: readonly LeavePolicyInput[]) {
  const before = await lockPolicies(tx, id);
  const prepared = await preparePolicies(tx, before, given);
  await requirePoliciesCover(tx, await policyChanges(tx, id, before, prepared));
  return prepared;
}
