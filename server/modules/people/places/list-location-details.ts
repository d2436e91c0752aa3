import { and, asc, eq, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { type LocationDetailRow, locationDetailFields } from "./get-location";

/**
 * Every location with its settings and the number of its active people, by name.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function listLocationDetails(
  ctx: Ctx,
): Promise<(LocationDetailRow & { peopleCount: number })[]> {
  requireAdmin(ctx);
  const whole = workspaceOf(ctx.actor);
  const people = scoped(whole, users)
    .select(ctx.db, { count: sql`count(*)::int` })
    .where(and(eq(users.locationId, locations.id), eq(users.status, "ACTIVE")));
  return scoped(whole, locations)
    .select(ctx.db, { ...locationDetailFields, peopleCount: sql<number>`${people}` })
    .where(undefined)
    .orderBy(inNameOrder(locations.name), asc(locations.id));
}
