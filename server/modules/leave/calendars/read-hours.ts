import { and, eq, sql } from "drizzle-orm";
import { type DayCounts, readDayCounts } from "@/drizzle/schema/day-counts";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { readAs } from "@/server/kernel/database/row-reader";
import { isAnyOf, literal } from "@/server/kernel/database/sql-parts";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { keptCounts, keptCountsField } from "./find-kept-counts";
import { dayHoursOf, hoursOf, hoursPerDayOf } from "./hours";
import { noHolidays, readPersonCalendars } from "./read-person-calendars";

/** Leave, and its day counts where its type is shown in hours. */
export interface Counted {
  id: string;
  userId: string;
  locationId: string;
  hourCounts: DayCounts | null;
}

/** The hours of leave whose type is shown in hours, by its id; leave of other types is absent, and needs no statement. */
export async function readHours(ctx: Ctx, all: readonly Counted[]): Promise<ReadonlyMap<string, number>> {
  const found = all.flatMap(({ hourCounts, ...one }) => (hourCounts ? [{ ...one, hourCounts }] : []));
  if (found.length === 0) return new Map();
  const calendarOf = await readPersonCalendars(ctx, found, noHolidays);
  return new Map(
    found.flatMap(({ id, hourCounts, ...place }) => {
      const calendar = calendarOf(place);
      return calendar ? [[id, hoursOf(hourCounts, calendar)] as const] : [];
    }),
  );
}

/** Leave with its hours. The rows are changed: copying one costs more than reading it. */
export async function withHours<R extends Counted>(
  ctx: Ctx,
  rows: readonly R[],
): Promise<(R & { hours: number | null })[]> {
  const hours = await readHours(ctx, rows);
  return rows.map((row) => Object.assign(row, { hours: hours.get(row.id) ?? null }));
}

/**
 * `withHours`, and the hours of the person's day on the first day of leave that is shown in days and is no number of halves: its rest is
 * read in hours (decision 18.11). There is little such leave, and without it this needs no statement.
 */
export async function withDayHours<R extends Counted & { durationWorkingDays: number; startDate: string }>(
  ctx: Ctx,
  rows: readonly R[],
): Promise<(R & { hours: number | null; dayHours: number | null })[]> {
  const parts = rows.filter(
    (row) => row.hourCounts === null && !Number.isInteger(row.durationWorkingDays * 2),
  );
  const [shown, calendarOf] = await Promise.all([
    withHours(ctx, rows),
    parts.length > 0 ? readPersonCalendars(ctx, parts, noHolidays) : undefined,
  ]);
  const isPart = new Set<Counted>(parts);
  return shown.map((row) => {
    const calendar = isPart.has(row) ? calendarOf?.(row) : undefined;
    return Object.assign(row, { dayHours: calendar ? dayHoursOf(calendar, dayNumber(row.startDate)) : null });
  });
}

/** A column of a query on leaves and their types: `hourCounts`. */
export const hourCountsOfType = readAs(
  sql<DayCounts | null>`case when ${leaveTypes.unit} = ${literal("HOURS")} then ${keptCounts(sql`${leaves}`)} end`,
  readDayCounts,
);

/**
 * A column of a query on leaves: `hourCounts`. The types that are shown in hours are looked up once for the whole query. Needs the
 * placeholder `workspaceId`.
 */
export const hourCountsField = () =>
  readAs(
    sql<DayCounts | null>`${sql`case when ${leaves.leaveTypeId} = any(array(
      select t.id from ${leaveTypes} t where t.workspace_id = ${sql.placeholder("workspaceId")}::uuid and t.unit = 'HOURS'))
    then ${keptCounts(sql`${leaves}`)} end`}`,
    readDayCounts,
  );

const query = preparedBy((db) =>
  scoped(givenWorkspace, leaves)
    .select(db, {
      id: leaves.id,
      userId: leaves.userId,
      locationId: leaves.locationId,
      hourCounts: keptCountsField,
    })
    .innerJoin(leaveTypes, and(eq(leaveTypes.id, leaves.leaveTypeId), eq(leaveTypes.unit, "HOURS")))
    .where(isAnyOf(leaves.id, sql.placeholder("ids")))
    .prepare("hours_of_leave"),
);

/**
 * The hours of an average working day on the first day of leave, for amounts that are not its count of now: those before a change of it,
 * or those that come back. Leave of types that are shown in days is absent.
 */
export async function findHoursPerDay(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await query(ctx.db).execute({ workspaceId: ctx.actor.workspaceId, ids: [...new Set(ids)] });
  const calendarOf = found.length > 0 ? await readPersonCalendars(ctx, found, noHolidays) : undefined;
  return new Map(
    found.flatMap(({ id, hourCounts, ...place }) => {
      const calendar = calendarOf?.(place);
      const hours = calendar && hoursPerDayOf("HOURS", calendar, hourCounts.start);
      return hours ? [[id, hours] as const] : [];
    }),
  );
}

/** `readHours` for leave whose query did not read the counts. */
export async function findHours(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  return readHours(
    ctx,
    await query(ctx.db).execute({ workspaceId: ctx.actor.workspaceId, ids: [...new Set(ids)] }),
  );
}
