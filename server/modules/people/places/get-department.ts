import { and, asc, eq, sql } from "drizzle-orm";
import { departmentApprovers, departments } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace, type Reach, reachParams, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { type DepartmentRow, departmentsWithin } from "./list-departments";

export interface DepartmentDetailRow extends DepartmentRow {
  parentId: string | null;
  approvers: { userId: string; level: number }[];
}

const query = preparedBy((db, kind) =>
  scoped(givenWorkspace, departments)
    .select(db, {
      id: departments.id,
      name: departments.name,
      isDefault: departments.isDefault,
      createdAt: departments.createdAt,
      parentId: departments.parentId,
    })
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
  const approvers = await scoped(workspaceOf(ctx.reach), departmentApprovers)
    .select(ctx.db, { userId: departmentApprovers.userId, level: departmentApprovers.level })
    .where(eq(departmentApprovers.departmentId, id))
    .orderBy(asc(departmentApprovers.level), asc(departmentApprovers.userId));
  return { ...row, approvers };
}
