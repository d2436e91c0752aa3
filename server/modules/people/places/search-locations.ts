import { and, eq, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import {
  byName,
  byNumber,
  counted,
  inListOrder,
  type Listed,
  listed,
  type PageStart,
} from "@/server/kernel/database/list-order";
import { folded, holds } from "@/server/kernel/database/name-search";
import { type LocationDetailRow, locationDetailFields } from "./get-location";
import type { LocationFilter } from "./schema";

/** A location with the number of its active people. */
export type LocationListed = LocationDetailRow & { peopleCount: number };

const searched = folded(sql`concat_ws(' ', ${locations.name}, ${locations.timezone})`);

/**
 * A page of the locations with a text in their name or time zone.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function searchLocations(
  ctx: Ctx,
  { q, sort }: LocationFilter,
  start: PageStart,
): Promise<Listed<LocationListed>> {
  requireAdmin(ctx);
  const whole = workspaceOf(ctx.actor);
  const people = scoped(whole, users)
    .select(ctx.db, { count: sql`count(*)::int` })
    .where(and(eq(users.locationId, locations.id), eq(users.status, "ACTIVE")));
  const peopleCount = sql<number>`${people}`;
  const keys = { name: byName(locations.name), people: byNumber(peopleCount) };
  const { sortKey, after, by } = inListOrder(keys, sort, locations.id, start);
  const all = scoped(whole, locations);
  const rows = await all
    .select(ctx.db, { ...locationDetailFields, peopleCount, sortKey })
    .where(and(holds(searched, q), after))
    .orderBy(...by)
    .limit(start.limit + 1);
  return listed(rows, start, () => all.select(ctx.db, counted).where(undefined));
}
