import { sql } from "drizzle-orm";
import { readDayCounts } from "@/drizzle/schema/day-counts";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { keptCounts, keptSum } from "@/server/modules/leave/calendars/find-kept-counts";
import type { Charge } from "./policy";
import { type ChargeFilter, chargesOf, findCharges } from "./store";

/** The sum of a segment's leave, or a single leave. */
interface Row extends Record<string, unknown> {
  place: number;
  status: Charge["status"];
  taken: string;
  start: string;
  /** Set for a single leave. */
  counts: string | null;
}

/**
 * `findCharges` for the balances of many people, with one statement. For one balance it is the prepared one, whose plan does not depend on
 * the number of balances.
 * @returns charges in the order of the filters
 */
export async function findChargesOfMany(
  ctx: Ctx,
  filters: readonly ChargeFilter[],
): Promise<(readonly Charge[])[]> {
  const [only, ...more] = filters;
  if (!only) return [];
  if (more.length === 0 && (only.endsBefore ?? null) === null)
    return [(await findCharges(ctx, only)).get(only.leaveTypeId) ?? []];
  const found: Charge[][] = filters.map(() => []);
  for (const { place, status, taken, start, counts } of await select(ctx, filters)) {
    const whole = { day: dayNumber(start), amount: Number(taken), status };
    const { cuts = [] } = filters[place] ?? {};
    found[place]?.push(...(counts === null ? [whole] : chargesOf(readDayCounts(counts), cuts, { status })));
  }
  return found;
}

const { placeholder } = sql;
const row = sql`${sql.identifier("l")}`;
const summed = statement<Row>(sql`
  with given as materialized (
    select * from jsonb_to_recordset(${placeholder("given")}::text::jsonb)
      as row(place int, "userId" uuid, "leaveTypeId" uuid, cuts date[], "singlesFrom" date,
        "except" uuid, "endsBefore" date)),
  placed as (
    select given.place, given."singlesFrom", l.id, l.status, l.start_date, l.end_date, ${keptSum(row)} as taken, ${keptCounts(row)} as counts,
      width_bucket(l.start_date, given.cuts) as segment, width_bucket(l.end_date, given.cuts) as end_segment
    from given join ${leaves} l on l.workspace_id = ${placeholder("workspaceId")}::uuid and l.user_id = given."userId"
      and l.leave_type_id = given."leaveTypeId" and ${isInEffect(sql`l.status`)}
      and l.start_date < given.cuts[array_upper(given.cuts, 1)] and l.end_date >= given.cuts[1]
      and l.id is distinct from given."except"
      and (given."endsBefore" is null or l.end_date < given."endsBefore")),
  cut as (
    select *, case when end_segment <> segment or end_date >= "singlesFrom" then id end as single from placed)
  select place, status, sum(taken) as taken, min(start_date)::text as start,
    min(case when single is not null then counts end) as counts
  from cut group by place, status, segment, single`);

const optionalText = (day: DayNumber | null): string | null => (day === null ? null : dayText(day));

function select(ctx: Ctx, filters: readonly ChargeFilter[]): Promise<Row[]> {
  const given = filters.map(
    ({ employee, leaveTypeId, cuts, singlesFrom, except = null, endsBefore = null }, place) => ({
      ...{ place, userId: employee.id, leaveTypeId, except },
      cuts: cuts.map(dayText),
      singlesFrom: optionalText(singlesFrom),
      endsBefore: optionalText(endsBefore),
    }),
  );
  const { workspaceId } = ctx.actor;
  return summed(ctx.db, { workspaceId, given: JSON.stringify(given) });
}
