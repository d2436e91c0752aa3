import { type AnyColumn, and, eq, type SQL, sql } from "drizzle-orm";
import { departmentApprovers, locationAdmins } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Db, preparedBy } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import type { Actor, Via } from "./actor";
import type { Extent } from "./extent";
import { batchWorkspaces, givenWorkspace, type Whole } from "./reach";
import { roleOf } from "./roles";
import { sameWorkspace, scoped } from "./scoped";

/** Columns of a query on users within the scope: the locations and departments that each is appointed to. */
export const appointedTo = (scope: Extent) => {
  const placesOf = (table: typeof locationAdmins | typeof departmentApprovers, which: AnyColumn) =>
    sql<string[]>`${sql`array(select ${which} from ${table}
    where ${sameWorkspace(scope, table, users)} and ${table.userId} = ${users.id})`}`;
  return {
    locationIds: placesOf(locationAdmins, locationAdmins.locationId),
    departmentIds: placesOf(departmentApprovers, departmentApprovers.departmentId),
  };
};

const activePeople = (db: Db, scope: Whole, which: SQL) =>
  scoped(scope, users)
    .select(db, {
      workspaceId: users.workspaceId,
      userId: users.id,
      isAdmin: users.isAdmin,
      plan: workspaces.plan,
      ...appointedTo(scope),
    })
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .where(and(which, eq(users.status, "ACTIVE")));
type Found = Awaited<ReturnType<typeof activePeople>>[number];

const person = preparedBy((db) =>
  activePeople(db, givenWorkspace, eq(users.id, sql.placeholder("userId"))).prepare("load_actor"),
);

const people = preparedBy((db) =>
  activePeople(
    db,
    batchWorkspaces,
    sql`(${users.workspaceId}, ${users.id}) in (select * from unnest(
      ${sql.placeholder("workspaceIds")}::uuid[], ${sql.placeholder("userIds")}::uuid[]))`,
  ).prepare("load_actors"),
);

const actorOf = ({ workspaceId, userId, plan, ...facts }: Found, via: Via): Actor => {
  const { locationIds, departmentIds } = facts;
  return { workspaceId, userId, role: roleOf(facts), locationIds, departmentIds, plan, via };
};

/** Loads a user as an actor, with their current role. @returns null when the user is inactive, deleted or unknown */
export async function loadActor(
  db: Db,
  workspaceId: string,
  userId: string,
  via: Via,
): Promise<Actor | null> {
  const [found] = await person(db).execute({ workspaceId, userId });
  return found ? actorOf(found, via) : null;
}

/** `loadActor` for a batch, by user id; omits inactive, deleted and unknown users. */
export async function loadActors(
  db: Db,
  who: readonly { workspaceId: string; userId: string }[],
  via: Via,
): Promise<ReadonlyMap<string, Actor>> {
  const found = await people(db).execute({
    workspaces: workspacesOf(who),
    workspaceIds: who.map(({ workspaceId }) => workspaceId),
    userIds: who.map(({ userId }) => userId),
  });
  return new Map(found.map((one) => [one.userId, actorOf(one, via)]));
}
