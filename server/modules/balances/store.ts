import { and, eq, sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/calendar-date";
import { preparedBy } from "@/server/kernel/db";
import { readCalendars, worksBy } from "@/server/modules/work-calendar/read-calendar";
import {
  fromDays,
  type Period,
  splitPeriod,
  type Thousandths,
  type WorkCalendar,
  type WorkPattern,
} from "@/server/modules/work-calendar/working-days";
import type { Charge } from "./policy";

/** Whose leave counts, and by which days. */
export interface ChargedWorker {
  id: string;
  patterns: readonly WorkPattern[];
}

/** Which leave counts. */
export interface ChargeFilter {
  worker: ChargedWorker;
  /** Null for all leave types. */
  leaveTypeId: string | null;
  /** Sorted; leave before the first and from the last on is left out. */
  cuts: readonly DayNumber[];
  /** Leave that ends on or after this day is not summed; null sums all. */
  singlesFrom: DayNumber | null;
  /** A leave that is left out. */
  except: string | null;
}

/** Leave between two cuts is summed, however much of it there is; what crosses one, or must stay single, comes by itself. */
const query = preparedBy((db) => {
  const { placeholder } = sql;
  const cuts = sql`${placeholder("cuts")}::date[]`;
  const counted = and(
    eq(leaves.userId, placeholder("userId")),
    sql`${leaves.status} in ('OPEN', 'APPROVED')`,
    sql`(${placeholder("leaveTypeId")}::uuid is null or ${leaves.leaveTypeId} = ${placeholder("leaveTypeId")})`,
    sql`${leaves.id} is distinct from ${placeholder("except")}::uuid`,
    sql`${leaves.startDate} < ${placeholder("until")}::date`,
    sql`${leaves.endDate} >= ${placeholder("since")}::date`,
  );
  const placed = scoped(givenWorkspace, leaves)
    .select(db, {
      id: leaves.id,
      leaveTypeId: leaves.leaveTypeId,
      status: leaves.status,
      startDate: leaves.startDate,
      endDate: leaves.endDate,
      isFullDayLeave: leaves.isFullDayLeave,
      fromMinute: sql<number>`${leaves.startHour} * 60 + ${leaves.startMinute}`.as("from_minute"),
      toMinute: sql<number>`${leaves.endHour} * 60 + ${leaves.endMinute}`.as("to_minute"),
      locationId: leaves.locationId,
      days: leaves.durationWorkingDays,
      segment: sql<number>`width_bucket(${leaves.startDate}, ${cuts})`.as("segment"),
      endSegment: sql<number>`width_bucket(${leaves.endDate}, ${cuts})`.as("end_segment"),
    })
    .where(counted)
    .as("placed");
  const cut = db
    .select({
      ...placed._.selectedFields,
      single: sql<string | null>`case when ${placed.endSegment} <> ${placed.segment}
        or ${placed.endDate} >= ${placeholder("singlesFrom")}::date then ${placed.id} end`.as("single"),
    })
    .from(placed)
    .as("cut");
  return db
    .select({
      leaveTypeId: cut.leaveTypeId,
      status: cut.status,
      leaveId: cut.single,
      days: sql<string>`sum(${cut.days})`,
      start: sql<string>`min(${cut.startDate})`,
      end: sql<string>`max(${cut.endDate})`,
      isFullDay: sql<boolean>`bool_and(${cut.isFullDayLeave})`,
      from: sql<number>`min(${cut.fromMinute})`,
      to: sql<number>`min(${cut.toMinute})`,
      locationId: sql<string>`min(${cut.locationId}::text)`,
    })
    .from(cut)
    .groupBy(cut.leaveTypeId, cut.status, cut.segment, cut.single)
    .prepare("find_charges");
});

type Row = Awaited<ReturnType<ReturnType<typeof query>["execute"]>>[number];

const periodOfRow = (row: Row): Period => ({
  start: dayNumber(row.start),
  end: dayNumber(row.end),
  minutes: row.isFullDay ? null : { from: row.from, to: row.to },
});

/**
 * The charges of one leave, cut. Its recorded duration is what counts, even when holidays have changed since: the last part takes
 * what the others leave. Each part stands on the last of its days.
 */
export function chargesOfLeave(
  leave: { period: Period; amount: Thousandths; status: Charge["status"] },
  calendar: WorkCalendar,
  cuts: readonly DayNumber[],
): Charge[] {
  let left = leave.amount;
  const parts = splitPeriod(leave.period, calendar, cuts);
  return parts.map(({ end, amount }, index) => {
    const own = index === parts.length - 1 ? left : Math.min(left, amount);
    left -= own;
    return { day: end, amount: own, status: leave.status };
  });
}

async function splitSingles(ctx: Ctx, rows: readonly Row[], { cuts, worker }: ChargeFilter) {
  const crossing = rows.filter((row) => row.leaveId !== null);
  if (crossing.length === 0) return new Map<Row, Charge[]>();
  const periods = crossing.map(periodOfRow);
  const calendars = await readCalendars(
    ctx,
    crossing.map((row) => row.locationId),
    { from: Math.min(...periods.map((p) => p.start)), to: Math.max(...periods.map((p) => p.end)) },
  );
  return new Map(
    crossing.map((row) => {
      const place = calendars.get(row.locationId);
      if (!place) throw new Error(`No location ${row.locationId}`);
      const calendar = worksBy(place, worker.patterns);
      const leave = { period: periodOfRow(row), amount: fromDays(Number(row.days)), status: statusOf(row) };
      const charges = chargesOfLeave(leave, calendar, cuts);
      return [row, charges.map((charge) => ({ ...charge, leaveId: row.leaveId }))];
    }),
  );
}

const statusOf = (row: Row): Charge["status"] => (row.status === "OPEN" ? "OPEN" : "APPROVED");

/** What a person's open and approved leave takes from their balances, by leave type. */
export async function findCharges(
  ctx: Ctx,
  filter: ChargeFilter,
): Promise<ReadonlyMap<string, readonly Charge[]>> {
  const { cuts, singlesFrom, worker, leaveTypeId, except } = filter;
  const dates = cuts.map(dayText);
  const rows = await query(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    ...{ userId: worker.id, leaveTypeId, except },
    // As PostgreSQL writes a list: the driver has no serializer for dates, and a cast would be done anew for every row.
    cuts: `{${dates.join(",")}}`,
    singlesFrom: singlesFrom === null ? "infinity" : dayText(singlesFrom),
    since: dates[0],
    until: dates.at(-1),
  });
  const singles = await splitSingles(ctx, rows, filter);
  const byType = new Map<string, Charge[]>();
  for (const row of rows) {
    const summed = { day: dayNumber(row.start), amount: fromDays(Number(row.days)), status: statusOf(row) };
    const charges = byType.get(row.leaveTypeId) ?? [];
    charges.push(...(singles.get(row) ?? [summed]));
    byType.set(row.leaveTypeId, charges);
  }
  return byType;
}
