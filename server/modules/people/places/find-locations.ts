import { sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { type LocationRow, locationFields } from "./list-locations";

const query = preparedBy((db) =>
  scoped(givenWorkspace, locations)
    .select(db, locationFields)
    .where(sql`${locations.id} = any(${sql.placeholder("ids")}::uuid[])`)
    .prepare("find_locations"),
);

/** The locations with these ids, by id; for people already known to be within reach. */
export async function findLocations(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LocationRow>> {
  const rows = await query(ctx.db).execute({ workspaceId: ctx.reach.workspaceId, ids: [...new Set(ids)] });
  return new Map(rows.map((row) => [row.id, row]));
}
