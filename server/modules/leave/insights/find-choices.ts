import { and, eq } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { nameFor, typeNames } from "@/server/modules/leave/type-names/name-in";
import { requireLeadsLocation } from "./policy";

/**
 * What insights can be filtered by: the places of active people within reach, and the leave types with a limit.
 * @throws ApiError FORBIDDEN
 */
export async function findChoices(ctx: Ctx) {
  requireLeadsLocation(ctx);
  const isActive = eq(users.status, "ACTIVE");
  const [ofLocations, ofDepartments, ofTypes] = await Promise.all([
    scoped(ctx.reach, users)
      .select(ctx.db, { id: locations.id, name: locations.name })
      .innerJoin(locations, eq(locations.id, users.locationId))
      .where(isActive)
      .groupBy(locations.id, locations.name)
      .orderBy(inNameOrder(locations.name)),
    scoped(ctx.reach, users)
      .select(ctx.db, { id: departments.id, name: departments.name })
      .innerJoin(departments, eq(departments.id, users.departmentId))
      .where(isActive)
      .groupBy(departments.id, departments.name)
      .orderBy(inNameOrder(departments.name)),
    scoped(workspaceOf(ctx.actor), leavePolicies)
      .select(ctx.db, { id: leaveTypes.id, name: nameFor(ctx) })
      .innerJoin(leaveTypes, eq(leaveTypes.id, leavePolicies.leaveTypeId))
      .where(and(eq(leaveTypes.isActive, true), eq(leavePolicies.unlimited, false)))
      .groupBy(leaveTypes.id, typeNames.name, typeNames.names, leaveTypes.position)
      .orderBy(leaveTypes.position, inNameOrder(nameFor(ctx))),
  ]);
  return { locations: ofLocations, departments: ofDepartments, leaveTypes: ofTypes };
}
