import { eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { preparedBy } from "@/server/kernel/database/db";
import { isInApp } from "./actor";
import type { Ctx } from "./ctx";
import { givenWorkspace } from "./reach";
import { scoped } from "./scoped";
import { type Sight, sightOf, sightWith } from "./sight";

const query = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, {
      id: users.id,
      locationId: users.locationId,
      departmentId: users.departmentId,
      visibility: workspaces.visibility,
    })
    .innerJoin(workspaces, eq(workspaces.id, users.workspaceId))
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare("load_sight"),
);

/**
 * The absences that the caller may see now: those within reach, and for a signed-in user those of the colleagues that the workspace's
 * setting `visibility` adds (decision 11). The setting is queried for each request, here or together with the actor, so that a narrower
 * one applies from the next read on.
 */
export async function loadSight({ db, actor, reach }: Ctx): Promise<Sight> {
  const { workspaceId, userId } = actor;
  if (reach.kind === "workspace" || !isInApp(actor) || userId === null) return sightOf(reach);
  if (actor.own) return sightOf(reach, { ...actor.own, id: userId });
  const [own] = await query(db).execute({ workspaceId, userId });
  return sightOf(reach, own);
}

/** The caller's sight while deciding on leave: also the departments in which they stand in (decision 12.7). */
export const loadSightToDecide = async (ctx: Ctx): Promise<Sight> =>
  sightWith(await loadSight(ctx), ctx.actor.namedDepartmentIds ?? []);
