import { type AnyColumn, and, asc, eq, exists, type SQL, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, givenWorkspace, type Reach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Db, preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import type { Page } from "@/server/kernel/database/page-token";
import { afterName, type NamePage, namePageParams, pageByName } from "./name-order";

export type LocationRow = Pick<
  typeof locations.$inferSelect,
  "id" | "name" | "timezone" | "hoursPerDay" | "isDefault" | "createdAt"
>;

/**
 * Administrators see every location, location admins the locations that they manage, others those of the people within reach.
 * @param location the column with the location's id
 */
export function inLocations(db: Db, kind: Reach["kind"], location: AnyColumn): SQL | undefined {
  if (kind === "workspace") return undefined;
  if (kind === "locations") return sql`${location} = any(${sql.placeholder("reachIds")}::uuid[])`;
  const member = scoped(givenReach(kind), users)
    .select(db, { one: sql`1` })
    .where(and(eq(users.locationId, location), eq(users.status, "ACTIVE")));
  return exists(member);
}

export const locationFields = {
  id: locations.id,
  name: locations.name,
  timezone: locations.timezone,
  hoursPerDay: locations.hoursPerDay,
  isDefault: locations.isDefault,
  createdAt: locations.createdAt,
};

const query = preparedBy((db, kind) =>
  scoped(givenWorkspace, locations)
    .select(db, locationFields)
    .where(and(inLocations(db, kind as Reach["kind"], locations.id), afterName(locations)))
    .orderBy(inNameOrder(locations.name), asc(locations.id))
    .limit(sql.placeholder("rows"))
    .prepare(`list_locations_${kind}`),
);

/** The locations within reach, by name. */
export async function listLocations(ctx: Ctx, input: NamePage): Promise<Page<LocationRow>> {
  const values = { ...reachParams(ctx.reach), ...namePageParams(input) };
  return pageByName(await query(ctx.db, ctx.reach.kind).execute(values), input);
}
