import { and, eq, sql } from "drizzle-orm";
import { departmentApprovers, locationAdmins } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Db, preparedBy } from "@/server/kernel/db";
import type { Actor, Via } from "./actor";
import { roleOf } from "./roles";

const person = preparedBy((db) => {
  const same = (table: typeof locationAdmins | typeof departmentApprovers) =>
    sql`${table.workspaceId} = ${users.workspaceId} and ${table.userId} = ${users.id}`;
  return db
    .select({
      isAdmin: users.isAdmin,
      plan: workspaces.plan,
      locationIds: sql<
        string[]
      >`array(select ${locationAdmins.locationId} from ${locationAdmins} where ${same(locationAdmins)})`,
      departmentIds: sql<
        string[]
      >`array(select ${departmentApprovers.departmentId} from ${departmentApprovers} where ${same(departmentApprovers)})`,
    })
    .from(users)
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .where(
      and(
        eq(users.workspaceId, sql.placeholder("workspaceId")),
        eq(users.id, sql.placeholder("userId")),
        eq(users.status, "ACTIVE"),
      ),
    )
    .prepare("load_actor");
});

/** A person as an actor, with the role that they have now. @returns null when they are inactive, deleted or unknown */
export async function loadActor(
  db: Db,
  workspaceId: string,
  userId: string,
  via: Via,
): Promise<Actor | null> {
  const [found] = await person(db).execute({ workspaceId, userId });
  if (!found) return null;
  const { plan, locationIds, departmentIds } = found;
  return { workspaceId, userId, role: roleOf(found), locationIds, departmentIds, plan, via };
}
