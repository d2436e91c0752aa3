import { and, asc, eq, sql } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace, type Reach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { inLocations } from "./list-locations";
import type { HolidayQuery } from "./schema";

export type HolidayRow = Omit<typeof holidays.$inferSelect, "workspaceId" | "nameKey">;

export const holidayFields = {
  id: holidays.id,
  locationId: holidays.locationId,
  date: holidays.date,
  name: holidays.name,
  isHalfDay: holidays.isHalfDay,
};

/** `shape` is the reach and, for a single location, `:one`. */
const query = preparedBy((db, shape) => {
  const [kind, one] = shape.split(":");
  return scoped(givenWorkspace, holidays)
    .select(db, holidayFields)
    .where(
      and(
        inLocations(db, kind as Reach["kind"], holidays.locationId),
        one ? eq(holidays.locationId, sql.placeholder("locationId")) : undefined,
        sql`(${holidays.date}, ${holidays.id}) > (${sql.placeholder("afterKey")}::date, ${sql.placeholder("afterId")}::uuid)`,
        sql`${holidays.date} <= ${sql.placeholder("until")}::date`,
      ),
    )
    .orderBy(asc(holidays.date), asc(holidays.id))
    .limit(sql.placeholder("rows"))
    .prepare(`list_holidays_${shape}`);
});

type HolidayFilter = Pick<HolidayQuery, "limit" | "locationId" | "year"> & { after: Position | null };

/** The holidays of the locations within reach, by date. */
export async function listHolidays(ctx: Ctx, input: HolidayFilter): Promise<Page<HolidayRow>> {
  const { year, locationId, limit } = input;
  const start = { key: year ? `${year}-01-01` : "-infinity", id: firstId };
  const after = input.after ?? start;
  const rows = await query(ctx.db, ctx.reach.kind + (locationId ? ":one" : "")).execute({
    ...reachParams(ctx.reach),
    locationId,
    until: year ? `${year}-12-31` : "infinity",
    afterKey: after.key,
    afterId: after.id,
    rows: limit + 1,
  });
  return pageOf(rows, limit, (row) => ({ key: row.date, id: row.id }));
}
