import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import { coversLocation, reachesOf } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace, type Reach, reachParams, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { departmentsWithin } from "./list-departments";

/** Prevents the deletion of a write's references before the transaction ends. */
const held = "key share";

/** Of these locations the ones that a write may name: of the workspace, and within reach. They are locked until the transaction ends. */
export async function nameableLocations(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await scoped(workspaceOf(ctx.actor), locations)
    .select(ctx.db, { id: locations.id })
    .where(isAnyOf(locations.id, ids))
    .orderBy(locations.id)
    .for(held);
  return new Set(rows.map(({ id }) => id).filter((id) => coversLocation(ctx, id)));
}

/** Every caller may put people into the default department; while it has no members, a location admin does not reach it. */
const within = (ctx: Ctx, reach: Reach): SQL | undefined =>
  reach.kind === "workspace"
    ? undefined
    : or(departmentsWithin(ctx.db, reach.kind), eq(departments.isDefault, true));

/** Like `nameableLocations`, for departments. */
export async function nameableDepartments(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  let nameable = new Set(ids);
  for (const reach of reachesOf(ctx)) {
    const rows = await scoped(givenWorkspace, departments)
      .select(ctx.db, { id: departments.id })
      .where(and(within(ctx, reach), isAnyOf(departments.id, sql.placeholder("ids"))))
      .orderBy(departments.id)
      .for(held)
      .prepare("nameable_departments")
      .execute({ ...reachParams(reach), ids: [...nameable] });
    nameable = new Set(rows.map(({ id }) => id));
  }
  return nameable;
}
