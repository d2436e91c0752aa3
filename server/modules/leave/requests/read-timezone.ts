import { eq } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";

/** The time zone of a location of the workspace. */
export async function readTimezone(ctx: Ctx, locationId: string): Promise<string> {
  const [row] = await scoped(workspaceOf(ctx.actor), locations)
    .select(ctx.db, { timezone: locations.timezone })
    .where(eq(locations.id, locationId));
  if (!row) throw new Error(`No location ${locationId}`);
  return row.timezone;
}
