import { asc, sql } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { type HolidayRow, holidayFields } from "./list-holidays";

/** The holidays of one calendar year. */
export interface HolidayYear {
  year: number;
  holidays: HolidayRow[];
}

const query = preparedBy((db) =>
  scoped(givenWorkspace, holidays)
    .select(db, holidayFields)
    .where(sql`${holidays.locationId} = any(${sql.placeholder("locationIds")}::uuid[])`)
    .orderBy(asc(holidays.locationId), asc(holidays.date), asc(holidays.id))
    .prepare("find_holidays"),
);

/** The holidays of these locations, year by year; for people already known to be within reach. */
export async function findHolidays(
  ctx: Ctx,
  locationIds: readonly string[],
): Promise<ReadonlyMap<string, HolidayYear[]>> {
  const rows = await query(ctx.db).execute({
    workspaceId: ctx.reach.workspaceId,
    locationIds: [...new Set(locationIds)],
  });
  const byLocation = new Map<string, HolidayYear[]>();
  for (const row of rows) {
    const years = byLocation.get(row.locationId) ?? [];
    byLocation.set(row.locationId, years);
    const year = Number(row.date.slice(0, 4));
    const last = years.at(-1);
    if (last?.year === year) last.holidays.push(row);
    else years.push({ year, holidays: [row] });
  }
  return byLocation;
}
