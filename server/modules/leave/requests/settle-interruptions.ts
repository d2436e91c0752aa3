import { leaveTypes } from "@/drizzle/schema/leaves";
import { isEffective } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { keepClosed } from "@/server/modules/leave/calendars/closed-days";
import { countBeside } from "@/server/modules/leave/calendars/count-beside";
import { sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { findNear, type Near } from "@/server/modules/leave/calendars/find-near";
import { type LeaveTime, periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { findHoursPerDay } from "@/server/modules/leave/calendars/read-hours";
import {
  countedBy,
  fromDays,
  furthestReturn,
  type Period,
  type Thousandths,
  toDays,
  type WorkCalendar,
} from "@/server/modules/leave/calendars/working-days";
import { type Affected, findLeaveFrom, findUncovered, type Recount } from "./find-recounts";
import { isInterrupting } from "./interruptions";
import { overlaps } from "./overlap";
import { recountLeaves } from "./recount-leaves";
import type { LeaveRow } from "./store";

/** An interrupting leave that begins, ends or moves. */
export interface Interruption {
  /** Null for a leave that is only asked about. */
  id: string | null;
  /** The time in which it interrupted before; null when it did not. */
  was: Period | null;
  /** The time in which it interrupts afterwards. */
  is: Period | null;
}

/** The leave that an interruption recounts, and what its balances would lack. */
export interface InterruptionEffect {
  recounts: Recount[];
  /** On the worst day of the worst balance; 0 when all is covered. */
  missing: Thousandths;
}

const noEffect: InterruptionEffect = { recounts: [], missing: 0 };

/**
 * The person's leave that an interruption recounts: only days on which it makes a difference; other days keep their counts. A caller that
 * writes the result has locked the person.
 */
export async function findInterrupted(
  ctx: Ctx,
  employee: Employee,
  { id, was, is }: Interruption,
): Promise<InterruptionEffect> {
  const times = [was, is].filter((time) => time !== null);
  if (times.length === 0) return noEffect;
  const from = Math.min(...times.map(({ start }) => start));
  const to = Math.max(...times.map(({ end }) => end));
  const near = await findNear(ctx, { userId: employee.id, startDate: dayText(from), endDate: dayText(to) });
  const met = near.filter((one) => one.interruptible && one.id !== id);
  if (met.length === 0) return noEffect;
  const rows = await findLeaveFrom(ctx, [employee.id], from);
  const calendars = await readCalendars(
    ctx,
    rows.map(({ leave }) => leave.locationId),
    {
      from: Math.min(from, ...met.map(({ startDate }) => dayNumber(startDate))),
      to: Math.max(to, ...met.map(({ endDate }) => dayNumber(endDate))) + furthestReturn,
    },
  );
  const others = near.filter((one) => one.id !== id);
  const affected = rows.map(({ leave, kept, countMode }): Affected => {
    const [one, place] = [met.find((found) => found.id === leave.id), calendars.get(leave.locationId)];
    if (!one || !place) return { leave, period: periodOf(leave), kept, days: kept };
    const calendar = worksBy(countedBy(place, countMode), employee.patterns);
    const by = (time: Period | null) => countWith(one, calendar, others, time);
    const [before, after] = [by(was), by(is)];
    const counts = one.counts.counts.map((stays, index) => {
      const at = one.counts.start + index - after.start;
      const count = after.counts[at] ?? stays;
      return count === (before.counts[at] ?? stays) ? stays : count;
    });
    const days = keepClosed(employee.closedThrough, one.counts, { start: one.counts.start, counts });
    return { leave, period: periodOf(one), kept: one.counts, days };
  });
  const uncovered = await findUncovered(ctx, [{ employee, from }], affected);
  return {
    recounts: affected
      .filter(({ kept, days }) => kept.counts.some((count, index) => count !== days.counts[index]))
      .map(({ leave, days }) => ({
        ...{ leave, days, before: fromDays(leave.durationWorkingDays), after: toThousandths(sumOf(days)) },
      })),
    missing: Math.max(0, ...uncovered.map(({ missing }) => missing)),
  };
}

/** The counts of a leave's days, next to the person's other leave and one interruption. */
function countWith(one: Near, calendar: WorkCalendar, others: readonly Near[], time: Period | null) {
  const period = periodOf(one);
  const interruptions = [...others.filter(isInterrupting).map(periodOf), ...(time ? [time] : [])];
  const besides = others
    .map((other) => ({ id: other.id, period: periodOf(other), counts: other.counts }))
    .filter((other) => other.id !== one.id && !overlaps(other.period, period, calendar));
  return countBeside(period, { ...calendar, interruptions }, besides);
}

/** Whether leave of these types interrupts. */
async function findInterrupting(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { id: leaveTypes.id, interrupts: leaveTypes.interrupts })
    .where(isAnyOf(leaveTypes.id, [...new Set(ids)]));
  return new Set(rows.filter(({ interrupts }) => interrupts).map(({ id }) => id));
}

/** Other leave of the person, and the days of it that come back. */
export interface Returned {
  leave: LeaveRow;
  days: Thousandths;
  /** The hours of a day, where its type is shown in hours. */
  hoursPerDay: number | null;
}

/** The days of other leave that an interrupting leave has given back, or gives back once it is approved. */
export async function findReturned(
  ctx: Ctx,
  employee: Employee,
  leave: Pick<LeaveRow, "id" | "leaveTypeId" | "status" | keyof LeaveTime>,
): Promise<Returned[]> {
  if (!isEffective(leave.status)) return [];
  if (!(await findInterrupting(ctx, [leave.leaveTypeId])).has(leave.leaveTypeId)) return [];
  const [time, { id }] = [periodOf(leave), leave];
  const change = leave.status === "APPROVED" ? { id, was: time, is: null } : { id, was: null, is: time };
  const { recounts } = await findInterrupted(ctx, employee, change);
  const hoursPerDay = await findHoursPerDay(
    ctx,
    recounts.map((recount) => recount.leave.id),
  );
  return recounts.map(({ leave: other, before, after }) => ({
    leave: other,
    days: Math.abs(after - before),
    hoursPerDay: hoursPerDay.get(other.id) ?? null,
  }));
}

/** What the change of a leave does to other leave: null for a leave that is not there yet, or no longer. */
export async function interruptionOf(
  ctx: Ctx,
  before: LeaveRow | null,
  after: LeaveRow | null,
): Promise<Interruption> {
  const both = [before, after].filter((leave) => leave !== null);
  const interrupting = await findInterrupting(
    ctx,
    both.map(({ leaveTypeId }) => leaveTypeId),
  );
  const timeOf = (leave: LeaveRow | null) =>
    leave && leave.status === "APPROVED" && interrupting.has(leave.leaveTypeId) ? periodOf(leave) : null;
  return { id: (after ?? before)?.id ?? null, was: timeOf(before), is: timeOf(after) };
}

/**
 * Recounts the person's other leave after an interrupting leave was booked, decided, changed or ended (decision 15.6), in the transaction of
 * that change, which has locked the person. Does nothing for leave that does not interrupt.
 * @returns the recounted leave
 * @throws ApiError LEAVE_NEGATIVE_BALANCE when days count again that no balance covers
 */
export async function settleInterruptions(
  tx: Ctx,
  owner: Employee,
  before: LeaveRow | null,
  after: LeaveRow,
): Promise<Recount[]> {
  const interruption = await interruptionOf(tx, before, after);
  const { recounts, missing } = await findInterrupted(tx, owner, interruption);
  if (missing > 0) throw countsAgain(missing);
  const time = interruption.is ?? interruption.was;
  if (recounts.length > 0 && time)
    await recountLeaves(tx, recounts, { startDate: dayText(time.start), endDate: dayText(time.end) });
  return recounts;
}

const countsAgain = (missing: Thousandths): ApiError =>
  new ApiError("LEAVE_NEGATIVE_BALANCE", {
    ...because("countsAgain"),
    resolution: "Shorten or cancel the other leave first.",
    details: { missing: toDays(missing) },
  });
