import { and, eq, sql } from "drizzle-orm";
import { holidays, locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import type { Holiday, WorkCalendar } from "./working-days";

const query = preparedBy((db) => {
  const { placeholder } = sql;
  const within = and(
    eq(holidays.workspaceId, locations.workspaceId),
    eq(holidays.locationId, locations.id),
    sql`${holidays.date} between ${placeholder("from")}::date and ${placeholder("to")}::date`,
  );
  return scoped(givenWorkspace, locations)
    .select(db, {
      id: locations.id,
      workWeek: locations.workWeek,
      hoursPerDay: locations.hoursPerDay,
      date: holidays.date,
      isHalfDay: holidays.isHalfDay,
      name: holidays.name,
    })
    .leftJoin(holidays, within)
    .where(sql`${locations.id} = any(${placeholder("ids")}::uuid[])`)
    .orderBy(holidays.date)
    .prepare("read_calendars");
});

/** The range of dates that both PostgreSQL and the API can represent. */
const clamp = (day: DayNumber): string =>
  dayText(Math.min(Math.max(day, dayNumber("0001-01-01")), dayNumber("9999-12-31")));

/** The work calendars of locations, with public holidays in a range of days; unknown locations are absent. */
export async function readCalendars(
  ctx: Ctx,
  locationIds: readonly string[],
  days: { from: DayNumber; to: DayNumber },
): Promise<ReadonlyMap<string, WorkCalendar>> {
  const rows = await query(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    ids: [...new Set(locationIds)],
    from: clamp(days.from),
    to: clamp(days.to),
  });
  const found = new Map<string, WorkCalendar & { holidays: Holiday[] }>();
  for (const { id, workWeek, hoursPerDay, date, isHalfDay, name } of rows) {
    const calendar = found.get(id) ?? { workWeek, hoursPerDay, holidays: [] };
    if (date !== null)
      calendar.holidays.push({ day: dayNumber(date), isHalfDay: isHalfDay ?? false, name: name ?? "" });
    found.set(id, calendar);
  }
  return found;
}

/**
 * The work calendar of one location, or of a person there with their own patterns. @throws Error when the location does not exist: callers
 * have an id with a foreign key
 */
export async function readCalendar(
  ctx: Ctx,
  locationId: string,
  days: { from: DayNumber; to: DayNumber },
  { patterns }: Pick<WorkCalendar, "patterns"> = {},
): Promise<WorkCalendar> {
  const calendar = (await readCalendars(ctx, [locationId], days)).get(locationId);
  if (!calendar) throw new Error(`No location ${locationId}`);
  return worksBy(calendar, patterns);
}

/** The calendar of a location with a person's own patterns. */
export const worksBy = (calendar: WorkCalendar, patterns: WorkCalendar["patterns"]): WorkCalendar =>
  patterns && patterns.length > 0 ? { ...calendar, patterns } : calendar;
