import { and, eq, gte, sql } from "drizzle-orm";
import type { DayCounts } from "@/drizzle/schema/day-counts";
import { isInEffect, leavePolicies, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { groupBy } from "@/server/kernel/group-by";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { type Cover, coverCaseOf } from "@/server/modules/leave/balances/cover-case";
import { findShortfalls } from "@/server/modules/leave/balances/find-shortfalls";
import { endsInHalves, inEffectOf } from "@/server/modules/leave/calendars/away";
import { keepClosed } from "@/server/modules/leave/calendars/closed-days";
import { countBeside } from "@/server/modules/leave/calendars/count-beside";
import { sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { findNearMany } from "@/server/modules/leave/calendars/find-near";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import {
  countDays,
  countedBy,
  fromDays,
  furthestReturn,
  type Holiday,
  leavesRoom,
  type Period,
  type Thousandths,
  type WorkCalendar,
  type WorkPattern,
} from "@/server/modules/leave/calendars/working-days";
import { interruptedBy, type Meeting } from "./interruptions";
import { overlaps } from "./overlap";
import { type LeaveRow, leaveFields } from "./store";

/** An employee whose working pattern changes. */
export interface ChangedWorker {
  employee: Employee;
  /** The new patterns. */
  patterns: readonly WorkPattern[];
  /** The first day that may differ. */
  from: DayNumber;
}

/** The public holidays of locations after a change, made of those before it. */
export type ChangedHolidays = ReadonlyMap<string, (before: readonly Holiday[]) => readonly Holiday[]>;

/** A leave whose day counts change, with its total before and after. */
export interface Recount {
  leave: LeaveRow;
  before: Thousandths;
  after: Thousandths;
  /** The new count of each of its days. */
  days: DayCounts;
}

/** Leave that a balance would no longer cover, where the policy forbids a negative balance. */
export interface Uncovered {
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

const { placeholder } = sql;
/** However long the history of these people is, their coming leave is found by its start. */
const coming = sql`array(select own.id from unnest(${placeholder("userIds")}::uuid[]) person
  cross join lateral (${inEffectOf(sql`person`, endsInHalves(sql`${placeholder("from")}::date`))}) own)`;

const query = preparedBy((db, lock) => {
  const found = scoped(givenWorkspace, leaves)
    .select(db, {
      leave: leaveFields,
      interrupts: leaveTypes.interrupts,
      interruptible: leaveTypes.interruptible,
      kept: keptCountsField,
      countMode: leaves.countMode,
    })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(
      and(
        sql`${leaves.id} = any(${coming})`,
        isInEffect(leaves.status),
        gte(leaves.endDate, placeholder("from")),
      ),
    )
    .orderBy(leaves.id);
  return (lock ? found.for("no key update", { of: leaves }) : found).prepare(`leave_to_recount_${lock}`);
});

/** The open and approved leave of people that ends on or after a day. @param lock also locks the leave */
export const findLeaveFrom = (
  ctx: Ctx,
  userIds: readonly string[],
  from: DayNumber,
  lock: "lock" | "" = "",
) =>
  query(ctx.db, lock).execute({
    workspaceId: ctx.actor.workspaceId,
    userIds: arrayOf(userIds),
    from: dayText(from),
  });

const policiesQuery = preparedBy((db) =>
  scoped(givenWorkspace, leavePolicies)
    .selectAll(db)
    .where(isAnyOf(leavePolicies.locationId, sql.placeholder("locationIds")))
    .prepare("policies_of_recounts"),
);

/** A leave that reaches into the days that differ. */
export interface Affected {
  leave: LeaveRow;
  period: Period;
  kept: DayCounts;
  /** The new counts; the kept ones where the change makes no difference, or leave that is over keeps its days. */
  days: DayCounts;
}

/** Leave that is recounted by the new pattern. */
interface Changing extends Omit<Affected, "days">, Meeting {
  calendar: WorkCalendar;
  closedThrough: DayNumber | null;
}

async function readAffected(
  ctx: Ctx,
  changed: readonly ChangedWorker[],
  lock: "lock" | "",
  holidays: ChangedHolidays | null,
) {
  const byPerson = new Map(changed.map((one) => [one.employee.id, one]));
  const first = Math.min(...changed.map(({ from }) => from));
  const rows = await findLeaveFrom(ctx, [...byPerson.keys()], first, lock);
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
    const change = holidays?.get(row.leave.locationId);
    const after = change ? { ...place, holidays: change(place.holidays) } : place;
    const calendar = worksBy(after, one.patterns);
    const before = countDays(period, worksBy(place, one.employee.patterns));
    const keepsDays = holidays === null && period.end < one.employee.today;
    if (keepsDays || isSame(before, countDays(period, calendar)))
      staying.push({ ...row, period, days: row.kept });
    else changing.push({ ...row, period, calendar, closedThrough: one.employee.closedThrough });
  }
  return [...staying, ...(await countAnew(ctx, changing))];
}

const isSame = (a: DayCounts, b: DayCounts): boolean =>
  a.counts.length === b.counts.length && a.counts.every((count, place) => count === b.counts[place]);

/** Recounts one leave after another, so that no date is charged more than it has. */
async function countAnew(ctx: Ctx, changing: readonly Changing[]): Promise<Affected[]> {
  const parts = changing.filter(({ period, interruptible }) => leavesRoom(period) || interruptible);
  const near = await findNearMany(
    ctx,
    parts.map(({ leave }) => leave),
  );
  const nearOf = new Map(parts.map(({ leave }, place) => [leave.id, near[place] ?? []]));
  const waiting = new Set(changing.map(({ leave }) => leave.id));
  const counted = new Map<string, DayCounts>();
  return changing.map(({ calendar, closedThrough, ...one }) => {
    const near = nearOf.get(one.leave.id) ?? [];
    const others = near.filter(
      (other) => !waiting.has(other.id) && !overlaps(periodOf(other), one.period, calendar),
    );
    const anew = countBeside(
      one.period,
      interruptedBy(calendar, one, near),
      others.map((other) => ({ period: periodOf(other), counts: counted.get(other.id) ?? other.counts })),
    );
    const days = keepClosed(closedThrough, one.kept, anew);
    waiting.delete(one.leave.id);
    counted.set(one.leave.id, days);
    return { ...one, days };
  });
}

/**
 * Finds the leave whose day counts change with new working patterns or public holidays, and where that would draw a balance below zero, or
 * further below. Uses a handful of statements for all of it. With new patterns, leave that is over keeps its counts; with other holidays it
 * does not, because the day was free. Other leave is recounted as a whole, except for closed days. A caller that writes the result has locked the people.
 * @param lock also locks the leave
 * @param holidays null when only patterns change
 */
export async function findRecounts(
  ctx: Ctx,
  changed: readonly ChangedWorker[],
  lock: "lock" | "" = "",
  holidays: ChangedHolidays | null = null,
): Promise<Recounts> {
  const affected = changed.length > 0 ? await readAffected(ctx, changed, lock, holidays) : [];
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

/** The balances that would not cover affected leave: all of these people's that ends on or after `from`. */
export async function findUncovered(
  ctx: Ctx,
  changed: readonly Pick<ChangedWorker, "employee" | "from">[],
  affected: readonly Affected[],
): Promise<Uncovered[]> {
  const policies = await policiesQuery(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    locationIds: [...new Set(changed.map(({ employee }) => employee.locationId))],
  });
  const byPlace = groupBy(policies, ({ locationId }) => locationId);
  const byBalance = groupBy(affected, ({ leave }) => `${leave.userId} ${leave.leaveTypeId}`);
  const recounted = changed.flatMap(({ employee, from }) =>
    (byPlace.get(employee.locationId) ?? []).flatMap((policy) => {
      const own = byBalance.get(`${employee.id} ${policy.leaveTypeId}`);
      return own?.some(takesMore) ? [{ employee, policy, from, own }] : [];
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

/** Whether any day counts more than before. Leave that gives days back, however many, is covered as well as it was. */
const takesMore = ({ kept, days }: Affected): boolean =>
  days.start !== kept.start || days.counts.some((count, place) => count > (kept.counts[place] ?? 0));

const coversOf = (own: readonly Affected[]): { before: Cover[]; after: Cover[] } => ({
  before: own.map(({ period, kept }) => ({ period, days: kept })),
  after: own.map(({ period, days }) => ({ period, days })),
});
