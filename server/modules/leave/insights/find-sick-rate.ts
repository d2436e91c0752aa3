import { and, eq, type SQL, sql } from "drizzle-orm";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { literal } from "@/server/kernel/database/sql-parts";
import { groupBy } from "@/server/kernel/group-by";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import { isApproved, touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { keptArray } from "@/server/modules/leave/calendars/find-kept-counts";
import { patternsText } from "@/server/modules/leave/calendars/read-patterns";
import { type Cell, daysOfMonth, isInGroup, monthsOf, requireAdmin, shownGroups } from "./policy";
import { placeOf, readWorkedDays } from "./read-worked-days";
import type { InsightsQuery } from "./schema";

const { placeholder } = sql;

export const patternsHeld = sql`(select pattern.user_id, ${patternsText} as patterns from ${workPatterns} pattern
  where pattern.workspace_id = ${placeholder("workspaceId")}::uuid group by pattern.user_id) as held`;
export const isTheirs = sql`held.user_id = ${users.id}`;
export const patterns = sql<string>`coalesce(held.patterns, '')`;
/** Without a first day of work, since their record was created. */
export const employedFrom = sql<string>`coalesce(${users.startDate}, (${users.createdAt} at time zone 'UTC')::date)::text`;
/** People whose employment is known: who is inactive without a last day may have left at any time. */
const isKnown: SQL = sql`(${users.status} = 'ACTIVE' or (${users.status} = 'INACTIVE' and ${users.endDate} is not null))`;

const headsQuery = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, {
      locationId: users.locationId,
      departmentId: users.departmentId,
      patterns,
      from: employedFrom,
      until: users.endDate,
      people: sql<number>`count(*)::int`,
    })
    .leftJoin(patternsHeld, isTheirs)
    .where(isKnown)
    .groupBy(users.locationId, users.departmentId, sql`held.patterns`, employedFrom, users.endDate)
    .prepare("insights_heads"),
);

/** The days of approved leave that counts as sickness, of a day at most a whole one. */
const sickQuery = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, {
      locationId: users.locationId,
      departmentId: users.departmentId,
      patterns,
      day: sql<number>`part.day`,
      amount: sql<string>`sum(least(part.count, ${literal(wholeDay)}))`,
    })
    .innerJoin(leaves, and(eq(leaves.userId, users.id), isApproved))
    .innerJoin(leaveTypes, and(eq(leaveTypes.id, leaves.leaveTypeId), eq(leaveTypes.interrupts, true)))
    .leftJoin(patternsHeld, isTheirs)
    .innerJoin(
      sql`lateral (select day, kept.counts[day] as count
        from (select ${keptArray(sql`${leaves}`)} as counts) kept, generate_subscripts(kept.counts, 1) day) as part`,
      sql`part.count > 0 and part.day between ${placeholder("first")}::int and ${placeholder("last")}::int`,
    )
    .where(
      and(
        isKnown,
        touchesByPeriod(sql`${placeholder("from")}::date`, sql`${placeholder("until")}::date`),
        sql`date '1970-01-01' + part.day >= ${employedFrom}::date`,
        sql`date '1970-01-01' + part.day <= coalesce(${users.endDate}, 'infinity'::date)`,
      ),
    )
    .groupBy(users.locationId, users.departmentId, sql`held.patterns`, sql`part.day`)
    .prepare("insights_sick_days"),
);

/** A month of the year, with the month of the year before. */
interface SickMonth {
  month: string;
  /** Sick days by working days; null where it may not be shown, and where there is no working day yet. */
  rate: number | null;
  rateBefore: number | null;
}

interface SickRate {
  months: SickMonth[];
  /** The last day that is counted: today, or the end of a year that is over. */
  through: DayNumber;
}

/** Working days of people at one place, and the days of them that they were sick. */
interface MonthCell extends Cell {
  working: number;
  sick: number;
}

/**
 * The sick rate by month of a calendar year and the year before: days of approved leave of types that interrupt others (decision 16.36) by
 * working days of everyone employed then, by their location, department and patterns of today. Two statements and the calendars.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function findSickRate(ctx: Ctx, { year, ...group }: InsightsQuery): Promise<SickRate> {
  requireAdmin(ctx);
  const through = throughOf(ctx, year);
  const months = [...monthsOf(year - 1), ...monthsOf(year)];
  const first = dayNumber(`${year - 1}-01-01`);
  const found = through < first ? new Map() : await readMonths(ctx, months, { first, last: through });
  const rates = new Map(months.map((month) => [month, rateIn(found.get(month) ?? [], group)]));
  return {
    through,
    months: monthsOf(year).map((month) => {
      const before = `${year - 1}${month.slice(4)}`;
      return { month, rate: rates.get(month) ?? null, rateBefore: rates.get(before) ?? null };
    }),
  };
}

/**
 * The months of a calendar year in which figures about the sickness of a group may be shown: it is large enough, and nothing about fewer
 * people can be derived. One statement.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function findShownMonths(ctx: Ctx, { year, ...group }: InsightsQuery): Promise<Set<string>> {
  requireAdmin(ctx);
  const heads = await headsQuery(ctx.db).execute({ workspaceId: ctx.actor.workspaceId });
  const last = throughOf(ctx, year);
  return new Set(monthsOf(year).filter((month) => shownGroups(employedIn(heads, month, last))(group)));
}

type Head = Awaited<ReturnType<ReturnType<typeof headsQuery>["execute"]>>[number];

/** The people who were employed in a month up to a day, each with the days between. */
function employedIn(heads: readonly Head[], month: string, last: DayNumber) {
  const { start, end } = daysOfMonth(month);
  return heads
    .map((head) => ({
      ...head,
      first: Math.max(dayNumber(head.from), start),
      last: Math.min(head.until === null ? end : dayNumber(head.until), end, last),
    }))
    .filter((head) => head.first <= head.last);
}

/** The last day of a year that is counted. */
const throughOf = (ctx: Ctx, year: number): DayNumber =>
  Math.min(dayNumber(`${year}-12-31`), dayNumber(utcDay(ctx.now())));

/** Whether it may be shown is decided by the cells of the month alone, whatever is asked for. */
function rateIn(cells: readonly MonthCell[], group: Omit<InsightsQuery, "year">): number | null {
  if (!shownGroups(cells)(group)) return null;
  const own = cells.filter(isInGroup(group));
  const working = own.reduce((sum, cell) => sum + cell.working, 0);
  return working > 0 ? own.reduce((sum, cell) => sum + cell.sick, 0) / working : null;
}

const cellOf = (row: { locationId: string; departmentId: string }) => `${row.locationId} ${row.departmentId}`;

async function readMonths(
  ctx: Ctx,
  months: readonly string[],
  { first, last }: { first: DayNumber; last: DayNumber },
): Promise<Map<string, MonthCell[]>> {
  const { workspaceId } = ctx.actor;
  const [heads, sick] = await Promise.all([
    headsQuery(ctx.db).execute({ workspaceId }),
    sickQuery(ctx.db).execute({ workspaceId, first, last, from: dayText(first), until: dayText(last) }),
  ]);
  const worked = await readWorkedDays(ctx, heads, { first, last });
  const sickByMonth = groupBy(sick, ({ day }) => dayText(day).slice(0, 7));
  return new Map(
    months.map((month) => {
      const cells = new Map<string, MonthCell>();
      for (const row of employedIn(heads, month, last)) {
        const { locationId, departmentId, people } = row;
        const cell = cells.get(cellOf(row)) ?? { locationId, departmentId, people: 0, working: 0, sick: 0 };
        cell.people += people;
        cell.working += people * (worked.get(placeOf(row))?.between(row.first, row.last) ?? 0);
        cells.set(cellOf(row), cell);
      }
      for (const row of sickByMonth.get(month) ?? []) {
        const cell = cells.get(cellOf(row));
        // Leave that counts calendar days counts some that no one works on.
        if (cell && (worked.get(placeOf(row))?.between(row.day, row.day) ?? 0) > 0)
          cell.sick += Number(row.amount);
      }
      return [month, [...cells.values()]];
    }),
  );
}
