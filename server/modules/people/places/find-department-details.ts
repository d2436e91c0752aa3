import { and, asc, eq, sql } from "drizzle-orm";
import { departmentApprovers, departments } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { DepartmentDetailRow } from "./get-department";
import { departmentFields } from "./list-departments";

/** An approver by name. */
type NamedApprover = DepartmentDetailRow["approvers"][number] & { name: string };

export interface DepartmentOverview extends Omit<DepartmentDetailRow, "approvers"> {
  approvers: NamedApprover[];
  /** Active people, without those of departments below. */
  peopleCount: number;
}

/** These departments with parent, approvers and the number of their people, by name; for administrators. */
export async function findDepartmentDetails(ctx: Ctx, ids: readonly string[]): Promise<DepartmentOverview[]> {
  const whole = workspaceOf(ctx.actor);
  const people = scoped(whole, users)
    .select(ctx.db, { count: sql`count(*)::int` })
    .where(and(eq(users.departmentId, departments.id), eq(users.status, "ACTIVE")));
  const [rows, approvers] = await Promise.all([
    scoped(whole, departments)
      .select(ctx.db, {
        ...departmentFields,
        parentId: departments.parentId,
        peopleCount: sql<number>`${people}`,
      })
      .where(isAnyOf(departments.id, ids))
      .orderBy(inNameOrder(departments.name), asc(departments.id)),
    scoped(whole, departmentApprovers)
      .select(ctx.db, {
        departmentId: departmentApprovers.departmentId,
        userId: departmentApprovers.userId,
        level: departmentApprovers.level,
        name: users.name,
      })
      .innerJoin(users, eq(users.id, departmentApprovers.userId))
      .where(isAnyOf(departmentApprovers.departmentId, ids))
      .orderBy(asc(departmentApprovers.level), inNameOrder(users.name), asc(users.id)),
  ]);
  const byDepartment = new Map<string, NamedApprover[]>(rows.map(({ id }) => [id, []]));
  for (const { departmentId, ...approver } of approvers) byDepartment.get(departmentId)?.push(approver);
  return rows.map((row) => ({ ...row, approvers: byDepartment.get(row.id) ?? [] }));
}
