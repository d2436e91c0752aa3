import { and, asc, eq, exists, type SQL, sql } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, givenWorkspace, type Reach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Db, preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import type { Page } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";

export type DepartmentRow = Pick<typeof departments.$inferSelect, "id" | "name" | "isDefault" | "createdAt">;

/**
 * Administrators see every department, approvers the departments that they approve, location admins those with an active member of their
 * locations (decision 5).
 */
export function departmentsWithin(db: Db, kind: Reach["kind"]): SQL | undefined {
  if (kind === "workspace") return undefined;
  if (kind === "departments") return isAnyOf(departments.id, sql.placeholder("reachIds"));
  const member = scoped(givenReach(kind), users)
    .select(db, { one: sql`1` })
    .where(and(eq(users.departmentId, departments.id), eq(users.status, "ACTIVE")));
  return exists(member);
}

export const departmentFields = {
  id: departments.id,
  name: departments.name,
  isDefault: departments.isDefault,
  createdAt: departments.createdAt,
};

const query = preparedBy((db, kind) =>
  scoped(givenWorkspace, departments)
    .select(db, departmentFields)
    .where(departmentsWithin(db, kind as Reach["kind"]))
    .orderBy(inNameOrder(departments.name), asc(departments.id))
    .prepare(`list_departments_${kind}`),
);

/** Every department that the caller manages, by name. */
export async function listDepartments(ctx: Ctx): Promise<Page<DepartmentRow>> {
  const items = await query(ctx.db, ctx.reach.kind).execute(reachParams(ctx.reach));
  return { items, next: null };
}
