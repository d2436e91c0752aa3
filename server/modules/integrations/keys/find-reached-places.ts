import { asc } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { isAnyOf } from "@/server/kernel/database/sql-parts";

/** A location or department within a role's reach. */
export interface ReachedPlace {
  id: string;
  name: string;
}

/** The locations or departments within the actor's reach, by name; none when the reach is the whole workspace or the actor alone. */
export async function findReachedPlaces({ actor, db }: Ctx): Promise<ReachedPlace[]> {
  const table = { LOCATION_ADMIN: locations, APPROVER: departments, ADMIN: null, USER: null }[actor.role];
  if (!table) return [];
  const ids = actor.role === "LOCATION_ADMIN" ? actor.locationIds : actor.departmentIds;
  return scoped(workspaceOf(actor), table)
    .select(db, { id: table.id, name: table.name })
    .where(isAnyOf(table.id, ids))
    .orderBy(inNameOrder(table.name), asc(table.id));
}
