import { departments } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { invalid } from "@/server/kernel/errors";
import { orConflict } from "@/server/kernel/http/conflict";
import { newId } from "@/server/kernel/ids";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { type DepartmentDetailRow, getDepartment } from "./get-department";
import type { DepartmentCreate } from "./schema";
import { departmentFaults, lockDirectory, replaceApprovers, yieldDefault } from "./store";

export const departmentNameTaken = { departments_name_unique: "departmentName" } as const;

/**
 * @throws ApiError FORBIDDEN unless the caller is an administrator, CONFLICT when the name is taken, VALIDATION_ERROR for an invalid parent
 * or approver, or for a second level without the Complete plan
 */
export function createDepartment(ctx: Ctx, input: DepartmentCreate): Promise<DepartmentDetailRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockDirectory(tx);
    const faults = await departmentFaults(tx, input, null);
    if (faults.length > 0) throw invalid(faults);
    const id = newId();
    const { approvers, ...fields } = input;
    if (fields.isDefault) await yieldDefault(tx, departments, id);
    const row = { workspaceId: tx.actor.workspaceId, id, ...fields, createdAt: tx.now() };
    await orConflict(tx.db.insert(departments).values(row), departmentNameTaken);
    if (approvers) await replaceApprovers(tx, id, approvers);
    await recordAudit(tx, {
      action: "department.create",
      resourceType: "department",
      resourceId: id,
      changes: changesOf({}, input),
    });
    return getDepartment(tx, id);
  });
}
