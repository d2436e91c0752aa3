import { eq } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { ApiError, invalid } from "@/server/kernel/errors";
import { orConflict } from "@/server/kernel/http/conflict";
import { because } from "@/server/kernel/reasons";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { departmentNameTaken } from "./create-department";
import { type DepartmentDetailRow, getDepartment } from "./get-department";
import type { DepartmentPatch } from "./schema";
import { departmentFaults, lockDirectory, replaceApprovers, yieldDefault } from "./store";

/**
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when the name is taken or no default would
 * be left, VALIDATION_ERROR for a parent that would close a cycle, or for invalid approvers
 */
export function updateDepartment(ctx: Ctx, id: string, patch: DepartmentPatch): Promise<DepartmentDetailRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    // Before the first read, so that two concurrent moves cannot close a cycle together.
    await lockDirectory(tx);
    const before = await getDepartment(tx, id);
    const faults = await departmentFaults(tx, patch, id);
    if (faults.length > 0) throw invalid(faults);
    await apply(tx, before, patch);
    await recordAudit(tx, {
      action: "department.update",
      resourceType: "department",
      resourceId: id,
      changes: changesOf(before, patch),
    });
    return getDepartment(tx, id);
  });
}

async function apply(tx: Ctx, before: DepartmentDetailRow, patch: DepartmentPatch): Promise<void> {
  const { approvers, ...fields } = patch;
  if (before.isDefault && fields.isDefault === false) throw needsAnother("department");
  if (fields.isDefault) await yieldDefault(tx, departments, before.id);
  if (Object.keys(fields).length > 0)
    await orConflict(
      scoped(workspaceOf(tx.actor), departments)
        .update(tx.db)
        .set(fields)
        .where(eq(departments.id, before.id)),
      departmentNameTaken,
    );
  if (approvers) await replaceApprovers(tx, before.id, approvers);
}

/** The default is never unset or deleted: another one must replace it. */
export const needsAnother = (what: "department" | "location"): ApiError =>
  new ApiError("CONFLICT", {
    ...because("defaultPlace", { what }),
    resolution: `Make another ${what} the default first.`,
  });
