import { sql } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { type DepartmentRow, departmentFields } from "./list-departments";

const query = preparedBy((db) =>
  scoped(givenWorkspace, departments)
    .select(db, departmentFields)
    .where(sql`${departments.id} = any(${sql.placeholder("ids")}::uuid[])`)
    .prepare("find_departments"),
);

/** The departments with these ids, by id; for people already known to be within reach. */
export async function findDepartments(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DepartmentRow>> {
  const rows = await query(ctx.db).execute({ workspaceId: ctx.reach.workspaceId, ids: [...new Set(ids)] });
  return new Map(rows.map((row) => [row.id, row]));
}
