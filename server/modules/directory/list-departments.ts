import { and, asc, eq, exists, type SQL, sql } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { type Reach, reachParams, withinReach } from "@/server/access/reach";
import { type Db, preparedBy } from "@/server/kernel/db";
import type { Page } from "@/server/kernel/page-token";

export type DepartmentRow = Pick<typeof departments.$inferSelect, "id" | "name" | "isDefault" | "createdAt">;

/**
 * Administrators see every department, an approver those they approve, a location admin those with an active member of their
 * locations (decision 5).
 */
export function departmentsWithin(db: Db, kind: Reach["kind"]): SQL | undefined {
  const tenant = eq(departments.workspaceId, sql.placeholder("reachWorkspace"));
  if (kind === "workspace") return tenant;
  if (kind === "departments")
    return and(tenant, sql`${departments.id} = any(${sql.placeholder("reachIds")}::uuid[])`);
  const member = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(withinReach(kind), eq(users.departmentId, departments.id), eq(users.status, "ACTIVE")));
  return and(tenant, exists(member));
}

export const departmentFields = {
  id: departments.id,
  name: departments.name,
  isDefault: departments.isDefault,
  createdAt: departments.createdAt,
};

const query = preparedBy((db, kind) =>
  db
    .select(departmentFields)
    .from(departments)
    .where(departmentsWithin(db, kind as Reach["kind"]))
    .orderBy(asc(departments.name), asc(departments.id))
    .prepare(`list_departments_${kind}`),
);

/** Every department that the caller manages, by name. */
export async function listDepartments(ctx: Ctx): Promise<Page<DepartmentRow>> {
  const items = await query(ctx.db, ctx.reach.kind).execute(reachParams(ctx.reach));
  return { items, next: null };
}
