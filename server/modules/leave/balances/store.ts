import { and, eq, sql } from "drizzle-orm";
import { type DayCounts, readDayCounts } from "@/drizzle/schema/day-counts";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { partsOf } from "@/server/modules/leave/calendars/day-fraction";
import { keptCounts, keptSum } from "@/server/modules/leave/calendars/find-kept-counts";
import type { Charge } from "./policy";

/** Selects the leave of one person and type that counts. */
export interface ChargeFilter {
  employee: { id: string };
  leaveTypeId: string;
  /** Sorted; leave before the first cut, and from the last cut on, is left out. */
  cuts: readonly DayNumber[];
  /** Leave that ends on or after this day is not summed; null sums all. */
  singlesFrom: DayNumber | null;
  /** A leave to leave out. */
  except?: string | null;
  /** Leave that ends on or after this day is left out; null leaves none out. */
  endsBefore?: DayNumber | null;
}

/** @see ChargeFilter; null for all leave types */
type OwnFilter = Omit<ChargeFilter, "leaveTypeId" | "endsBefore"> & { leaveTypeId: string | null };

/** Sums leave between two cuts, for any number of leaves. Leave that crosses a cut, or must stay single, gets its own row. */
const query = preparedBy((db) => {
  const { placeholder } = sql;
  const cuts = sql`${placeholder("cuts")}::date[]`;
  const counted = and(
    eq(leaves.userId, placeholder("userId")),
    isInEffect(leaves.status),
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
      taken: keptSum(sql`${leaves}`).as("taken"),
      counts: keptCounts(sql`${leaves}`).as("counts"),
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
      taken: sql<string>`sum(${cut.taken})`,
      start: sql<string>`min(${cut.startDate})`,
      counts: sql<string | null>`min(case when ${cut.single} is not null then ${cut.counts} end)`,
    })
    .from(cut)
    .groupBy(cut.leaveTypeId, cut.status, cut.segment, cut.single)
    .prepare("find_charges");
});

/** The charges of one leave, cut. Each part stands on the last of its days. */
export const chargesOf = (
  counts: DayCounts,
  cuts: readonly DayNumber[],
  of: Pick<Charge, "status" | "leaveId">,
): Charge[] => partsOf(counts, cuts).map(({ end, amount }) => ({ day: end, amount, ...of }));

/** The charges of a person's open and approved leave, by leave type. */
export async function findCharges(
  ctx: Ctx,
  filter: OwnFilter,
): Promise<ReadonlyMap<string, readonly Charge[]>> {
  const { cuts, singlesFrom, employee, leaveTypeId, except = null } = filter;
  const dates = cuts.map(dayText);
  const rows = await query(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    ...{ userId: employee.id, leaveTypeId, except },
    // Passed as a PostgreSQL array literal: the driver has no serializer for dates, and a cast would be repeated for every row.
    cuts: `{${dates.join(",")}}`,
    singlesFrom: singlesFrom === null ? "infinity" : dayText(singlesFrom),
    since: dates[0],
    until: dates.at(-1),
  });
  const byType = new Map<string, Charge[]>();
  for (const { leaveTypeId: type, leaveId, ...row } of rows) {
    const status = row.status === "OPEN" ? "OPEN" : "APPROVED";
    const charges = byType.get(type) ?? [];
    if (row.counts === null) charges.push({ day: dayNumber(row.start), amount: Number(row.taken), status });
    else charges.push(...chargesOf(readDayCounts(row.counts), cuts, { status, leaveId }));
    byType.set(type, charges);
  }
  return byType;
}
