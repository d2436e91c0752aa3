import { and, eq, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace, type Reach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { inLocations } from "./list-locations";

export type LocationDetailRow = Omit<typeof locations.$inferSelect, "workspaceId" | "nameKey">;

export const locationDetailFields = {
  id: locations.id,
  name: locations.name,
  timezone: locations.timezone,
  isDefault: locations.isDefault,
  createdAt: locations.createdAt,
  yearStart: locations.yearStart,
  firstDayOfWeek: locations.firstDayOfWeek,
  workWeek: locations.workWeek,
  hoursPerDay: locations.hoursPerDay,
  quotaReset: locations.quotaReset,
  rolloverExpiry: locations.rolloverExpiry,
  payPeriod: locations.payPeriod,
  closedThrough: locations.closedThrough,
};

const query = preparedBy((db, kind) =>
  scoped(givenWorkspace, locations)
    .select(db, locationDetailFields)
    .where(and(eq(locations.id, sql.placeholder("id")), inLocations(db, kind as Reach["kind"], locations.id)))
    .prepare(`get_location_${kind}`),
);

/**
 * One location with its working time and quota settings.
 * @throws ApiError RESOURCE_NOT_FOUND when it does not exist or lies outside the caller's reach.
 */
export async function getLocation(ctx: Ctx, id: string): Promise<LocationDetailRow> {
  const [row] = await query(ctx.db, ctx.reach.kind).execute({ ...reachParams(ctx.reach), id });
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
