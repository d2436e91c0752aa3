import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Actor } from "./actor";
import type { Ctx } from "./ctx";
import { loadActor } from "./load-actor";
import { isStronger } from "./roles";

/** A person's location, department and role. */
export interface Person {
  id: string;
  locationId: string;
  departmentId: string;
  role: Actor["role"];
}

/**
 * Whether the actor manages a person (decision 4.9): administrators manage everyone, location admins the people of their locations,
 * approvers those of their departments. No one manages a person with a stronger role.
 */
export function managesPerson(actor: Actor, person: Person): boolean {
  if (isStronger(person.role, actor.role)) return false;
  switch (actor.role) {
    case "ADMIN":
      return true;
    case "LOCATION_ADMIN":
      return actor.locationIds.includes(person.locationId);
    case "APPROVER":
      return actor.departmentIds.includes(person.departmentId);
    case "USER":
      return false;
  }
}

/** `managesPerson` for an active user of the actor's workspace, by id. */
export async function manages(ctx: Ctx, userId: string): Promise<boolean> {
  const { workspaceId, via } = ctx.actor;
  const target = await loadActor(ctx.db, workspaceId, userId, via);
  if (!target) return false;
  const [place] = await scoped(workspaceOf({ workspaceId }), users)
    .select(ctx.db, { locationId: users.locationId, departmentId: users.departmentId })
    .where(eq(users.id, userId));
  return !!place && managesPerson(ctx.actor, { id: userId, role: target.role, ...place });
}
