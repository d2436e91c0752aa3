import { and, asc, eq, sql } from "drizzle-orm";
import { departmentApprovers, departments } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { type Reach, reachParams } from "@/server/access/reach";
import { preparedBy } from "@/server/kernel/db";
import { ApiError } from "@/server/kernel/errors";
import { type DepartmentRow, departmentsWithin } from "./list-departments";

export interface DepartmentDetailRow extends DepartmentRow {
  parentId: string | null;
  approvers: { userId: string; level: number }[];
}

const query = preparedBy((db, kind) =>
  db
    .select({
      id: departments.id,
      name: departments.name,
      isDefault: departments.isDefault,
      createdAt: departments.createdAt,
      parentId: departments.parentId,
    })
    .from(departments)
    .where(and(departmentsWithin(db, kind as Reach["kind"]), eq(departments.id, sql.placeholder("id"))))
    .prepare(`get_department_${kind}`),
);

/**
 * One department with its parent and approvers.
 * @throws ApiError RESOURCE_NOT_FOUND when it does not exist or lies outside the caller's reach.
 */
export async function getDepartment(ctx: Ctx, id: string): Promise<DepartmentDetailRow> {
  const [row] = await query(ctx.db, ctx.reach.kind).execute({ ...reachParams(ctx.reach), id });
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  const approvers = await ctx.db
    .select({ userId: departmentApprovers.userId, level: departmentApprovers.level })
    .from(departmentApprovers)
    .where(
      and(
        eq(departmentApprovers.workspaceId, ctx.reach.workspaceId),
        eq(departmentApprovers.departmentId, id),
      ),
    )
    .orderBy(asc(departmentApprovers.level), asc(departmentApprovers.userId));
  return { ...row, approvers };
}
