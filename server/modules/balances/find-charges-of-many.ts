import { sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/calendar-date";
import { statement } from "@/server/kernel/db";
import { readCalendars, worksBy } from "@/server/modules/work-calendar/read-calendar";
import { fromDays, type Period } from "@/server/modules/work-calendar/working-days";
import type { Charge } from "./policy";
import { type ChargedWorker, chargesOfLeave } from "./store";

interface ManyFilter {
  worker: ChargedWorker;
  leaveTypeId: string;
  /** Sorted; leave before the first and from the last on is left out. */
  cuts: readonly DayNumber[];
  /** Leave that ends on or after this day is not summed. */
  singlesFrom: DayNumber;
  /** Leave that ends on or after this day is left out; all counts where it is absent. */
  endsBefore?: DayNumber;
}

/** Leave of one segment summed, or one leave by itself. */
interface Row extends Record<string, unknown> {
  place: number;
  status: Charge["status"];
  isSingle: boolean;
  days: string;
  start: string;
  end: string;
  isFullDay: boolean;
  from: number;
  to: number;
  locationId: string;
}

/**
 * `findCharges` for the balances of many people, in one statement.
 * @param readThem reads the calendars that are needed
 * @returns charges in the order of the filters
 */
export async function findChargesOfMany(
  ctx: Ctx,
  filters: readonly ManyFilter[],
  readThem = readCalendars,
): Promise<Charge[][]> {
  const found: Charge[][] = filters.map(() => []);
  if (filters.length === 0) return found;
  const rows = await select(ctx, filters);
  const calendars = await calendarsOf(ctx, rows, readThem);
  for (const row of rows) {
    const amount = fromDays(Number(row.days));
    const place = calendars.get(row.locationId);
    const summed = { day: dayNumber(row.start), amount, status: row.status };
    const { cuts = [], worker } = filters[row.place] ?? {};
    const calendar = place && worksBy(place, worker?.patterns);
    const charges =
      row.isSingle && calendar
        ? chargesOfLeave({ period: periodOf(row), amount, status: row.status }, calendar, cuts)
        : [summed];
    found[row.place]?.push(...charges);
  }
  return found;
}

const { placeholder } = sql;
const chargesOf = statement<Row>(sql`
  with given as materialized (
    select * from jsonb_to_recordset(${placeholder("given")}::text::jsonb)
      as row(place int, "userId" uuid, "leaveTypeId" uuid, cuts date[], "singlesFrom" date, "endsBefore" date)),
  placed as (
    select given.place, given."singlesFrom", l.*, width_bucket(l.start_date, given.cuts) as segment,
      width_bucket(l.end_date, given.cuts) as end_segment
    from given join ${leaves} l on l.workspace_id = ${placeholder("workspaceId")}::uuid and l.user_id = given."userId"
      and l.leave_type_id = given."leaveTypeId" and l.status in ('OPEN', 'APPROVED')
      and l.start_date < given.cuts[array_upper(given.cuts, 1)] and l.end_date >= given.cuts[1]
      and (given."endsBefore" is null or l.end_date < given."endsBefore")),
  cut as (
    select *, case when end_segment <> segment or end_date >= "singlesFrom" then id end as single from placed)
  select place, status, single is not null as "isSingle", sum(duration_working_days) as days,
    min(start_date)::text as start, max(end_date)::text as end, bool_and(is_full_day_leave) as "isFullDay",
    min(start_hour * 60 + start_minute) as from, min(end_hour * 60 + end_minute) as to,
    min(location_id::text) as "locationId"
  from cut group by place, status, segment, single`);

function select(ctx: Ctx, filters: readonly ManyFilter[]): Promise<Row[]> {
  const given = filters.map(({ worker, leaveTypeId, cuts, singlesFrom, endsBefore }, place) => ({
    place,
    userId: worker.id,
    leaveTypeId,
    cuts: cuts.map(dayText),
    singlesFrom: dayText(singlesFrom),
    endsBefore: endsBefore === undefined ? null : dayText(endsBefore),
  }));
  const { workspaceId } = ctx.actor;
  return chargesOf(ctx.db, { workspaceId, given: JSON.stringify(given) });
}

const periodOf = (row: Row): Period => ({
  start: dayNumber(row.start),
  end: dayNumber(row.end),
  minutes: row.isFullDay ? null : { from: row.from, to: row.to },
});

async function calendarsOf(ctx: Ctx, rows: readonly Row[], readThem: typeof readCalendars) {
  const singles = rows.filter(({ isSingle }) => isSingle);
  if (singles.length === 0) return new Map();
  const [from = "", to = ""] = [
    singles.map(({ start }) => start).sort()[0],
    singles
      .map(({ end }) => end)
      .sort()
      .at(-1),
  ];
  return readThem(
    ctx,
    singles.map(({ locationId }) => locationId),
    { from: dayNumber(from), to: dayNumber(to) },
  );
}
