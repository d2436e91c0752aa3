import { and, eq, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { LeaveStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { touchesByPerson } from "@/server/modules/leave/calendars/away";
import { readCalendar } from "@/server/modules/leave/calendars/read-calendar";
import type { WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import { nameFor } from "@/server/modules/leave/type-names/name-in";
import { type AwayDay, findColleaguesAway } from "./find-colleagues-away";
import { findHitDays, type Hit } from "./find-hit-days";
import { findTaker } from "./request";
import { isOwn } from "./standing";

interface MonthQuestion {
  /** Defaults to the signed-in person. */
  userId?: string | undefined;
  /** `YYYY-MM-DD`, both inclusive. */
  startDate: string;
  endDate: string;
}

interface BookedLeave {
  startDate: string;
  endDate: string;
  status: LeaveStatus;
  /** Null in another person's month. */
  typeName: string | null;
}

/** What the date picker of a leave request shows for a month. */
export interface RequestMonth {
  calendar: WorkCalendar;
  /** 0 is Sunday. */
  firstDayOfWeek: number;
  /** Open and approved leave. */
  leaves: BookedLeave[];
  /** Colleagues of the person's department within the caller's sight. */
  away: AwayDay[];
  /** The days on which leave would break a rule. */
  ruled: Hit[];
}

/**
 * Public holidays, booked leave, absent colleagues and days that leave rules hit for the date picker of a leave request.
 * @throws ApiError VALIDATION_ERROR on userId, FORBIDDEN when not managed
 */
export async function findRequestMonth(ctx: Ctx, question: MonthQuestion): Promise<RequestMonth> {
  const { startDate, endDate } = question;
  const employee = await findTaker(ctx, { userId: question.userId });
  const days = { from: dayNumber(startDate), to: dayNumber(endDate) };
  const calendar = await readCalendar(ctx, employee.locationId, days, employee);
  const [[location], booked, away, ruled] = await Promise.all([
    scoped(workspaceOf(ctx.actor), locations)
      .select(ctx.db, { firstDayOfWeek: locations.firstDayOfWeek })
      .where(eq(locations.id, employee.locationId)),
    scoped(workspaceOf(ctx.actor), leaves)
      .select(ctx.db, {
        startDate: leaves.startDate,
        endDate: leaves.endDate,
        status: leaves.status,
        typeName: nameFor(ctx),
      })
      .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
      .where(
        and(
          eq(leaves.userId, employee.id),
          isInEffect(leaves.status),
          touchesByPerson(sql`${startDate}::date`, sql`${endDate}::date`),
        ),
      )
      .orderBy(leaves.startDate, leaves.id),
    findColleaguesAway(ctx, employee, { start: days.from, end: days.to }),
    findHitDays(ctx, employee, calendar, days),
  ]);
  const isMine = isOwn(ctx, employee);
  return {
    calendar,
    firstDayOfWeek: location?.firstDayOfWeek ?? 1,
    leaves: booked.map((leave) => ({ ...leave, typeName: isMine ? leave.typeName : null })),
    ...{ away, ruled },
  };
}
