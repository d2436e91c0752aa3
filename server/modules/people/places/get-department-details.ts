import { eq } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { type DepartmentOverview, findDepartmentDetails } from "./find-department-details";

/**
 * A department as its form shows it, with the names of its parent and its approvers.
 * @throws ApiError FORBIDDEN unless the caller is an administrator; RESOURCE_NOT_FOUND
 */
export async function getDepartmentDetails(
  ctx: Ctx,
  id: string,
): Promise<DepartmentOverview & { parentName: string | null }> {
  requireAdmin(ctx);
  const [found] = await findDepartmentDetails(ctx, [id]);
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  const [parent] = found.parentId
    ? await scoped(workspaceOf(ctx.actor), departments)
        .select(ctx.db, { name: departments.name })
        .where(eq(departments.id, found.parentId))
    : [];
  return { ...found, parentName: parent?.name ?? null };
}
