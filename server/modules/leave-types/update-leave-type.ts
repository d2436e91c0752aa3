import { eq } from "drizzle-orm";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { orConflict } from "@/server/kernel/conflict";
import { changesOf } from "@/server/modules/audit/changes";
import { recordAudit } from "@/server/modules/audit/record";
import { holdLeaveTypes, leaveTypeNameTaken } from "./create-leave-type";
import { getLeaveType, type LeaveTypeDetailRow } from "./get-leave-type";
import type { LeaveTypePatch } from "./schema";
import { holdPolicies, writePolicies } from "./write-policies";

/**
 * A leave type is never deleted: `isActive: false` takes it out of use. Leave that was booked before stays as it is.
 * @throws ApiError FORBIDDEN for anybody but an administrator, RESOURCE_NOT_FOUND, CONFLICT when the name is taken,
 * VALIDATION_ERROR for policies as on create
 */
export function updateLeaveType(ctx: Ctx, id: string, patch: LeaveTypePatch): Promise<LeaveTypeDetailRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await holdLeaveTypes(tx);
    const before = await getLeaveType(tx, id);
    const { policies, ...fields } = patch;
    if (Object.keys(fields).length > 0)
      await orConflict(
        scoped(workspaceOf(tx.actor), leaveTypes).update(tx.db).set(fields).where(eq(leaveTypes.id, id)),
        leaveTypeNameTaken,
      );
    if (policies) await writePolicies(tx, id, await holdPolicies(tx, id), policies);
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
