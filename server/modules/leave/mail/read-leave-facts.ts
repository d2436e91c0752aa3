import { and, eq, sql } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import { leavePolicies, leaves, leaveTypes, typeAsked } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { type DayNumber, dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { dayHoursOf, hoursOf, hoursPerDayOf } from "@/server/modules/leave/calendars/hours";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendar, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import { type Employee, readEmployee } from "@/server/modules/leave/calendars/read-employee";
import type { Period, WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import { furthestWaitDays, lastDayToDecide } from "@/server/modules/leave/requests/policy";
import { typeNames } from "@/server/modules/leave/type-names/name-in";

const { placeholder } = sql;
const query = preparedBy((db) =>
  scoped(givenWorkspace, leaves)
    .select(db, {
      leave: leaves,
      ownerName: users.name,
      type: typeNames,
      unit: leaveTypes.unit,
      counts: keptCountsField,
      policy: leavePolicies,
      departmentName: departments.name,
      timezone: locations.timezone,
    })
    .innerJoin(users, eq(users.id, leaves.userId))
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .innerJoin(leaveTypes, eq(leaveTypes.id, typeAsked))
    .leftJoin(
      leavePolicies,
      and(eq(leavePolicies.leaveTypeId, typeAsked), eq(leavePolicies.locationId, leaves.locationId)),
    )
    .where(eq(leaves.id, placeholder("leaveId")))
    .prepare("leave_mail_facts"),
);

type Found = Awaited<ReturnType<ReturnType<typeof query>["execute"]>>[number];

/**
 * A leave with all facts for mails, independent of the viewer: the caller decides which of them a recipient may see. Of a change that waits
 * for consent, the leave as it would become.
 */
export interface LeaveFacts extends Found {
  period: Period;
  /** The approved time, while a change of it waits for consent; null otherwise. */
  approved: Period | null;
  employee: Employee;
  calendar: WorkCalendar;
  /** Where its type is shown in hours: those of the leave, and those of a day of the balance. */
  hours: number | null;
  hoursPerDay: number | null;
  /** The hours of the person's day, in whatever the type is shown. */
  dayHours: number;
  /** The last day on which it can be decided, at the employee's location. */
  lastDay: DayNumber;
}

/** A leave's current facts. @returns null when there is none */
export async function readLeaveFacts(ctx: Ctx, leaveId: string): Promise<LeaveFacts | null> {
  const { workspaceId } = ctx.actor;
  const [found] = await query(ctx.db).execute({ workspaceId, leaveId });
  const employee = found && (await readEmployee(ctx, found.leave.userId));
  if (!found || !employee) return null;
  const { timezone, leave: stored } = found;
  const { dayCounts, ...wanted } = stored.wantedChange ?? {};
  const leave = { ...stored, ...wanted };
  const end = dayNumber(stored.endDate);
  const period = periodOf(leave);
  // Records older than the column count from their creation.
  const opened = dayNumber(
    localDate(
      leave.cancelAskedAt ?? leave.changeAskedAt ?? leave.openedAt ?? leave.createdAt ?? leave.updatedAt,
      timezone,
    ),
  );
  const calendar = await readCalendar(ctx, leave.locationId, {
    from: Math.min(period.start, opened),
    to: Math.max(period.end, end, opened + furthestWaitDays),
  });
  const lastDay = lastDayToDecide({ opened, end }, calendar);
  const approved = stored.wantedChange && periodOf(stored);
  const lengths = worksBy(calendar, employee.patterns);
  return {
    ...{ ...found, leave, approved, period, employee, calendar, lastDay },
    hours: found.unit === "HOURS" ? hoursOf(dayCounts ?? found.counts, lengths) : null,
    hoursPerDay: hoursPerDayOf(found.unit, lengths, employee.today),
    dayHours: dayHoursOf(lengths, employee.today),
  };
}
