import { and, gte, sql } from "drizzle-orm";
import type { DayCounts } from "@/drizzle/schema/day-counts";
import { isInEffect, leavePolicies, leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { groupBy } from "@/server/kernel/group-by";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { type Cover, coverCaseOf } from "@/server/modules/leave/balances/cover-case";
import { findShortfalls } from "@/server/modules/leave/balances/find-shortfalls";
import { countBeside } from "@/server/modules/leave/calendars/count-beside";
import { sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import {
  countDays,
  countedBy,
  fromDays,
  furthestReturn,
  type Period,
  type Thousandths,
  type WorkCalendar,
  type WorkPattern,
} from "@/server/modules/leave/calendars/working-days";
import { findNearMany } from "./find-near";
import { periodOf } from "./period";
import { type LeaveRow, leaveFields } from "./store";

/** An employee whose working pattern changes. */
export interface ChangedWorker {
  employee: Employee;
  /** The new patterns. */
  patterns: readonly WorkPattern[];
  /** The first day that may differ. */
  from: DayNumber;
}

/** A leave whose day counts change, with its total before and after. */
export interface Recount {
  leave: LeaveRow;
  before: Thousandths;
  after: Thousandths;
  /** The new count of each of its days. */
  days: DayCounts;
}

/** Leave that a balance would no longer cover, where the policy forbids a negative balance. */
interface Uncovered {
  userId: string;
  leaveTypeId: string;
  missing: Thousandths;
  /** The changing leaves of this type. */
  leaves: LeaveRow[];
}

export interface Recounts {
  recounts: Recount[];
  /** Leave with the same total on other days: only balances show a difference. */
  shifted: Recount[];
  uncovered: Uncovered[];
}

const query = preparedBy((db, lock) => {
  const found = scoped(givenWorkspace, leaves)
    .select(db, { leave: leaveFields, kept: keptCountsField, countMode: leaves.countMode })
    .where(
      and(
        isAnyOf(leaves.userId, sql.placeholder("userIds")),
        isInEffect(leaves.status),
        gte(leaves.endDate, sql.placeholder("from")),
      ),
    )
    .orderBy(leaves.id);
  return (lock ? found.for("no key update") : found).prepare(`leave_to_recount_${lock}`);
});

const policiesQuery = preparedBy((db) =>
  scoped(givenWorkspace, leavePolicies)
    .selectAll(db)
    .where(isAnyOf(leavePolicies.locationId, sql.placeholder("locationIds")))
    .prepare("policies_of_recounts"),
);

/** A leave that reaches into the days that differ. */
interface Affected {
  leave: LeaveRow;
  period: Period;
  kept: DayCounts;
  /** The new counts. Leave that is over keeps its counts, and so does leave with equal counts. */
  days: DayCounts;
}

/** Leave that is recounted by the new pattern. */
interface Changing extends Omit<Affected, "days"> {
  calendar: WorkCalendar;
}

async function readAffected(ctx: Ctx, changed: readonly ChangedWorker[], lock: "lock" | "") {
  const byPerson = new Map(changed.map((one) => [one.employee.id, one]));
  const rows = await query(ctx.db, lock).execute({
    workspaceId: ctx.actor.workspaceId,
    userIds: [...byPerson.keys()],
    from: dayText(Math.min(...changed.map(({ from }) => from))),
  });
  const found = rows.map((row) => ({ ...row, period: periodOf(row.leave) }));
  const calendars = await readCalendars(
    ctx,
    rows.map(({ leave }) => leave.locationId),
    {
      from: Math.min(...found.map(({ period }) => period.start)),
      to: Math.max(...found.map(({ period }) => period.end)) + furthestReturn,
    },
  );
  const staying: Affected[] = [];
  const changing: Changing[] = [];
  for (const { period, countMode, ...row } of found) {
    const one = byPerson.get(row.leave.userId);
    const found = calendars.get(row.leave.locationId);
    if (!one || !found || period.end < one.from) continue;
    const place = countedBy(found, countMode);
    const calendar = worksBy(place, one.patterns);
    const before = countDays(period, worksBy(place, one.employee.patterns));
    if (period.end < one.employee.today || isSame(before, countDays(period, calendar)))
      staying.push({ ...row, period, days: row.kept });
    else changing.push({ ...row, period, calendar });
  }
  return [...staying, ...(await countAnew(ctx, changing))];
}

const isSame = (a: DayCounts, b: DayCounts): boolean =>
  a.counts.length === b.counts.length && a.counts.every((count, place) => count === b.counts[place]);

/** Recounts one leave after another, so that no date is charged more than it has. */
async function countAnew(ctx: Ctx, changing: readonly Changing[]): Promise<Affected[]> {
  const parts = changing.filter(({ period }) => period.minutes !== null);
  const near = await findNearMany(
    ctx,
    parts.map(({ leave }) => leave),
  );
  const nearOf = new Map(parts.map(({ leave }, place) => [leave.id, near[place] ?? []]));
  const waiting = new Set(changing.map(({ leave }) => leave.id));
  const counted = new Map<string, DayCounts>();
  return changing.map(({ calendar, ...one }) => {
    const others = (nearOf.get(one.leave.id) ?? []).filter(({ id }) => !waiting.has(id));
    const days = countBeside(
      one.period,
      calendar,
      others.map(({ id, counts }) => counted.get(id) ?? counts),
    );
    waiting.delete(one.leave.id);
    counted.set(one.leave.id, days);
    return { ...one, days };
  });
}

/**
 * Finds the leave whose day counts change with new working patterns, and where that would draw a balance below zero, or further below. Uses
 * a handful of statements for all of it. Leave that is over keeps its counts; ongoing leave is recounted as a whole. A caller that writes
 * the result has locked the people.
 * @param lock also locks the leave
 */
export async function findRecounts(
  ctx: Ctx,
  changed: readonly ChangedWorker[],
  lock: "lock" | "" = "",
): Promise<Recounts> {
  const affected = changed.length > 0 ? await readAffected(ctx, changed, lock) : [];
  if (affected.length === 0) return { recounts: [], shifted: [], uncovered: [] };
  const anew = affected
    .filter(({ kept, days }) => !isSame(kept, days))
    .map(({ leave, days }) => ({
      ...{ leave, days, before: fromDays(leave.durationWorkingDays), after: toThousandths(sumOf(days)) },
    }));
  return {
    recounts: anew.filter(({ before, after }) => before !== after),
    shifted: anew.filter(({ before, after }) => before === after),
    uncovered: await findUncovered(ctx, changed, affected),
  };
}

async function findUncovered(ctx: Ctx, changed: readonly ChangedWorker[], affected: readonly Affected[]) {
  const policies = await policiesQuery(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    locationIds: [...new Set(changed.map(({ employee }) => employee.locationId))],
  });
  const byPlace = groupBy(policies, ({ locationId }) => locationId);
  const byBalance = groupBy(affected, ({ leave }) => `${leave.userId} ${leave.leaveTypeId}`);
  const recounted = changed.flatMap(({ employee, from }) =>
    (byPlace.get(employee.locationId) ?? []).flatMap((policy) => {
      const own = byBalance.get(`${employee.id} ${policy.leaveTypeId}`);
      return own ? [{ employee, policy, from, own }] : [];
    }),
  );
  const missing = await findShortfalls(
    ctx,
    recounted.map(({ own, ...one }) =>
      coverCaseOf(ctx, { ...one, wholeYear: true, leave: { ...coversOf(own), endsBefore: one.from } }),
    ),
  );
  return recounted.flatMap(({ employee, policy, own }, place): Uncovered[] => {
    const changing = own.filter(({ kept, days }) => !isSame(kept, days));
    const leaves = (changing.length > 0 ? changing : own).map(({ leave }) => leave);
    const days = missing[place] ?? 0;
    return days > 0 ? [{ userId: employee.id, leaveTypeId: policy.leaveTypeId, missing: days, leaves }] : [];
  });
}

const coversOf = (own: readonly Affected[]): { before: Cover[]; after: Cover[] } => ({
  before: own.map(({ period, kept }) => ({ period, days: kept })),
  after: own.map(({ period, days }) => ({ period, days })),
});
