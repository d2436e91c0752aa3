import { and, eq, sql } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { type Reach, reachParams } from "@/server/access/reach";
import { preparedBy } from "@/server/kernel/db";
import { ApiError } from "@/server/kernel/errors";
import { type HolidayRow, holidayFields } from "./list-holidays";
import { inLocations } from "./list-locations";

const query = preparedBy((db, kind) =>
  db
    .select(holidayFields)
    .from(holidays)
    .where(
      and(
        eq(holidays.workspaceId, sql.placeholder("reachWorkspace")),
        eq(holidays.id, sql.placeholder("id")),
        inLocations(db, kind as Reach["kind"], holidays.locationId),
      ),
    )
    .prepare(`get_holiday_${kind}`),
);

/**
 * One public holiday.
 * @throws ApiError RESOURCE_NOT_FOUND when it does not exist or its location lies outside the caller's reach.
 */
export async function getHoliday(ctx: Ctx, id: string): Promise<HolidayRow> {
  const [row] = await query(ctx.db, ctx.reach.kind).execute({ ...reachParams(ctx.reach), id });
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
