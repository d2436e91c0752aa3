import { and, eq, sql } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace, type Reach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { type HolidayRow, holidayFields } from "./list-holidays";
import { inLocations } from "./list-locations";

const query = preparedBy((db, kind) =>
  scoped(givenWorkspace, holidays)
    .select(db, holidayFields)
    .where(
      and(
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
