import { and, eq, sql } from "drizzle-orm";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { isAwayStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { filterParams, isLeftByFilters } from "@/server/modules/integrations/schedules/check-filters";
import { isApproved, touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { keptArray, keptSum } from "@/server/modules/leave/calendars/find-kept-counts";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { reachesHiddenTypes } from "@/server/modules/leave/requests/see";
import { givenLanguage, languageParam, nameFor, typeNames } from "@/server/modules/leave/type-names/name-in";
import { findShownMonths } from "./find-sick-rate";
import { monthsOf, requireLeadsLocation } from "./policy";
import type { InsightsQuery } from "./schema";

const leaf = sql`${leaves}`;
/** The days of leave by month: whole for leave within one month, counted day by day for other leave. */
const parts = sql`lateral (
  select to_char(${leaves.startDate}, 'YYYY-MM') as month, ${keptSum(leaf)} as amount
  where date_trunc('month', ${leaves.startDate}) = date_trunc('month', ${leaves.endDate})
  union all
  select to_char(date '1970-01-01' + day, 'YYYY-MM'), sum(kept.counts[day])
  from (select ${keptArray(leaf)} as counts) kept, generate_subscripts(kept.counts, 1) day
  where date_trunc('month', ${leaves.startDate}) <> date_trunc('month', ${leaves.endDate})
  group by 1) as part`;

const { placeholder } = sql;
const query = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, {
      leaveTypeId: leaveTypes.id,
      name: nameFor(givenLanguage),
      interrupts: leaveTypes.interrupts,
      isPrivate: leaveTypes.isPrivate,
      calendarStatus: leaveTypes.calendarStatus,
      month: sql<string>`part.month`,
      amount: sql<string>`sum(part.amount)`,
    })
    .innerJoin(leaves, and(eq(leaves.userId, users.id), isApproved))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .innerJoin(parts, sql`true`)
    .where(
      and(
        isLeftByFilters,
        touchesByPeriod(sql`${placeholder("from")}::date`, sql`${placeholder("until")}::date`),
        sql`part.month between ${placeholder("firstMonth")}::text and ${placeholder("lastMonth")}::text`,
      ),
    )
    .groupBy(
      leaveTypes.id,
      typeNames.name,
      typeNames.names,
      leaveTypes.position,
      leaveTypes.interrupts,
      leaveTypes.isPrivate,
      leaveTypes.calendarStatus,
      sql`part.month`,
    )
    .orderBy(leaveTypes.position, inNameOrder(nameFor(givenLanguage)), sql`part.month`)
    .prepare(`insights_days_away_${kind}`),
);

export interface DaysAway {
  months: string[];
  /** In the order of leave types, each with a number for every month. Types without any day are left out. */
  types: { id: string; name: string; days: Thousandths[] }[];
}

/**
 * The days of approved leave of people within reach, by leave type and month of a calendar year, as they are counted. Leave during which
 * people work elsewhere is none. Private leave types
 * are for administrators only, and sickness only where its rate may be shown (decision 16.38). Two statements.
 * @throws ApiError FORBIDDEN
 */
export async function findDaysAway(ctx: Ctx, wanted: InsightsQuery): Promise<DaysAway> {
  requireLeadsLocation(ctx);
  const { year, locationId, departmentId } = wanted;
  const months = monthsOf(year);
  const isAdmin = ctx.actor.role === "ADMIN";
  const [rows, withSickness] = await Promise.all([
    query(ctx.db, ctx.reach.kind).execute({
      ...reachParams(ctx.reach),
      ...languageParam(ctx),
      ...filterParams({
        locationIds: locationId ? [locationId] : [],
        departmentIds: departmentId ? [departmentId] : [],
        labelIds: [],
      }),
      ...{ from: `${year}-01-01`, until: `${year}-12-31` },
      ...{ firstMonth: months[0], lastMonth: months.at(-1) },
    }),
    isAdmin ? findShownMonths(ctx, wanted) : new Set<string>(),
  ]);
  const types = new Map<string, DaysAway["types"][number]>();
  for (const { leaveTypeId: id, name, interrupts, isPrivate, calendarStatus, month, amount } of rows) {
    if (!isAwayStatus(calendarStatus)) continue;
    if ((isPrivate && reachesHiddenTypes(ctx.actor)) || (interrupts && !withSickness.has(month))) continue;
    const type = types.get(id) ?? { id, name, days: months.map(() => 0) };
    type.days[months.indexOf(month)] = toThousandths(Number(amount));
    types.set(id, type);
  }
  return { months, types: [...types.values()] };
}
