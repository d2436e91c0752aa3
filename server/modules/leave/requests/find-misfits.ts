import { and, eq, sql } from "drizzle-orm";
import type { DayCounts } from "@/drizzle/schema/day-counts";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { sumOf } from "@/server/modules/leave/calendars/day-fraction";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { cutTime, periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendar } from "@/server/modules/leave/calendars/read-calendar";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { leavesRoom, workingDays } from "@/server/modules/leave/calendars/working-days";
import { type Durations, planRest } from "./plan";
import { type LeaveRow, leaveFields } from "./store";

/** The part of a leave that stays. */
export type Rest = Pick<LeaveRow, "startDate" | "endDate" | "startPart" | "endPart"> & Durations;

/** Leave that lies partly or fully outside an employment. */
export interface Misfit {
  leave: LeaveRow;
  /** The count of each of its days. */
  kept: DayCounts;
  /** The part within the employment; null when that part has no working day. */
  rest: Rest | null;
}

/** The changed first or last day of an employment (`YYYY-MM-DD`). */
export interface Employment {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}

const { placeholder } = sql;

const query = preparedBy((db, lock) => {
  const found = scoped(givenWorkspace, leaves)
    .select(db, { leave: leaveFields, kept: keptCountsField })
    .where(
      and(
        eq(leaves.userId, placeholder("userId")),
        isInEffect(leaves.status),
        sql`(${leaves.startDate} < ${placeholder("startDate")}::date or ${leaves.endDate} > ${placeholder("endDate")}::date)`,
      ),
    )
    .orderBy(leaves.startDate, leaves.id);
  return (lock ? found.for("no key update") : found).prepare(`leave_beyond_employment_${lock}`);
});

/**
 * Open and approved leave that a new first or last day of work would cancel or shorten, earliest first.
 * @param lock locks the leave until the transaction ends; the caller has locked the person
 */
export async function findMisfits(
  ctx: Ctx,
  userId: string,
  { startDate = null, endDate = null }: Employment,
  lock: "lock" | "" = "",
): Promise<Misfit[]> {
  if (startDate === null && endDate === null) return [];
  const { workspaceId } = ctx.actor;
  const found = await query(ctx.db, lock).execute({ workspaceId, userId, startDate, endDate });
  return Promise.all(
    found.map(async ({ leave, kept }): Promise<Misfit> => {
      const first = startDate !== null && leave.startDate < startDate ? startDate : leave.startDate;
      const last = endDate !== null && leave.endDate > endDate ? endDate : leave.endDate;
      if (first > last) return { leave, kept, rest: null };
      const ends = cutTime(leave, first, last);
      const rest = { ...ends, ...planRest({ ...leave, ...ends }, kept) };
      return { leave, kept, rest: (await isWorked(ctx, leave, rest)) ? rest : null };
    }),
  );
}

/** Whether the remaining part has a working day. */
export async function isWorked(ctx: Ctx, leave: LeaveRow, rest: Rest): Promise<boolean> {
  if (sumOf(rest.dayCounts) > 0) return true;
  const period = periodOf({ ...leave, ...rest });
  if (!leavesRoom(period)) return false;
  // A part of a day can count zero on a working day, when other leave on the date has used the whole day.
  const employee = await readEmployee(ctx, leave.userId);
  if (!employee) return false;
  const days = { from: period.start, to: period.end };
  return workingDays(period, await readCalendar(ctx, leave.locationId, days, employee)) > 0;
}
