import type { DayCounts } from "@/drizzle/schema/day-counts";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { keepClosed } from "@/server/modules/leave/calendars/closed-days";
import { type Beside, takenOf } from "@/server/modules/leave/calendars/count-beside";
import { type DayFraction, sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { findKeptCounts } from "@/server/modules/leave/calendars/find-kept-counts";
import { findNear, type Near } from "@/server/modules/leave/calendars/find-near";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import {
  countDays,
  countedBy,
  fromDays,
  furthestReturn,
  leavesRoom,
} from "@/server/modules/leave/calendars/working-days";
import { interruptedBy } from "./interruptions";
import { recountLeaves } from "./recount-leaves";
import { type LeaveRow, leaveFields } from "./store";

/** Leave that takes parts of days, and the counts of its days. */
export interface Given {
  leave: LeaveRow;
  days: DayCounts;
}

/** The input of `releasePartDays`, read before the leave changes; null when there is nothing to release. */
export async function partDaysOf(ctx: Ctx, leave: LeaveRow): Promise<Given | null> {
  if (!leavesRoom(periodOf(leave))) return null;
  const days = (await findKeptCounts(ctx, [leave.id])).get(leave.id);
  return days ? { leave, days } : null;
}

/**
 * Passes the counts that leave with parts of days releases to other leave on the same dates, up to what that leave would count alone: it was
 * counted beside this one. A date is then charged neither more than it has, nor less than is taken of it. The caller has locked the person.
 * @param after the new time and its counts; none when absent
 */
export async function releasePartDays(
  ctx: Ctx,
  employee: Pick<Employee, "patterns" | "closedThrough">,
  given: Given | null,
  after?: Beside,
): Promise<void> {
  if (!given) return;
  const { leave, days } = given;
  const near = await findNear(ctx, leave);
  const others = near.filter((other) => other.id !== leave.id && leavesRoom(periodOf(other)));
  if (others.length === 0) return;
  const period = periodOf(leave);
  const left = new Map(
    days.counts.map((_, place) => {
      const day = days.start + place;
      const stays = after ? takenOf(after, day) : 0;
      return [day, takenOf({ period, counts: days }, day) - stays];
    }),
  );
  const counted = await countAlone(ctx, others, near, employee);
  await recountLeaves(
    ctx,
    counted.flatMap(({ row, counts, alone }) => {
      const more = keepClosed(employee.closedThrough, counts, withMore(counts, alone, left));
      if (sumOf(more) === sumOf(counts)) return [];
      const before = fromDays(row.durationWorkingDays);
      return [{ leave: row, before, after: toThousandths(sumOf(more)), days: more }];
    }),
  );
}

/** The counts of a leave plus the released counts that it takes over. */
function withMore(
  { start, counts }: DayCounts,
  alone: DayCounts,
  left: Map<DayNumber, DayFraction>,
): DayCounts {
  const more = counts.map((count, place) => {
    const free = left.get(start + place) ?? 0;
    const taken = Math.max(0, Math.min(free, (alone.counts[place] ?? 0) - count));
    left.set(start + place, free - taken);
    return count + taken;
  });
  return { start, counts: more };
}

/** Leave with what each of its days would count if no other leave existed. */
async function countAlone(
  ctx: Ctx,
  counted: readonly Near[],
  near: readonly Near[],
  { patterns }: Pick<Employee, "patterns">,
) {
  const rows = await scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, { row: leaveFields, countMode: leaves.countMode })
    .where(
      isAnyOf(
        leaves.id,
        counted.map(({ id }) => id),
      ),
    );
  const periods = rows.map(({ row }) => periodOf(row));
  const calendars = await readCalendars(
    ctx,
    rows.map(({ row }) => row.locationId),
    {
      from: Math.min(...periods.map(({ start }) => start)),
      to: Math.max(...periods.map(({ end }) => end)) + furthestReturn,
    },
  );
  return rows.flatMap(({ row, countMode }) => {
    const one = counted.find(({ id }) => id === row.id);
    const place = calendars.get(row.locationId);
    if (!one || !place) return [];
    const calendar = interruptedBy(countedBy(worksBy(place, patterns), countMode), one, near);
    return [{ row, counts: one.counts, alone: countDays(periodOf(row), calendar) }];
  });
}
