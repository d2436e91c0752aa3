import { eq } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { orInUse } from "@/server/kernel/http/conflict";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { getDepartment } from "./get-department";
import { lockDirectory } from "./store";
import { needsAnother } from "./update-department";

const inUse = {
  users: "departmentPeople",
  leaves: "departmentLeave",
  departments: "departmentParts",
  connections: "departmentConnection",
} as const;

/** @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when it is the default or in use */
export function deleteDepartment(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockDirectory(tx);
    const before = await getDepartment(tx, id);
    if (before.isDefault) throw needsAnother("department");
    await orInUse(
      scoped(workspaceOf(tx.actor), departments).delete(tx.db).where(eq(departments.id, id)),
      inUse,
    );
    await recordAudit(tx, {
      action: "department.delete",
      resourceType: "department",
      resourceId: id,
      changes: { name: { from: before.name } },
    });
  });
}
