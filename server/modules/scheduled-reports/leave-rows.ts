import { type SQL, sql } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { LeaveStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { dayText } from "@/server/kernel/calendar-date";
import { periodOf } from "@/server/modules/leaves/period";
import type { Filters } from "@/server/modules/schedules/check-filters";
import { readCalendars } from "@/server/modules/work-calendar/read-calendar";
import { toDays, type WorkCalendar, workingDays } from "@/server/modules/work-calendar/working-days";
import { fetchRows } from "./fetch-rows";
import {
  type PersonRow,
  personCells,
  personColumns,
  personHeader,
  placeColumns,
  reported,
  shownType,
} from "./people";
import type { Period } from "./period";
import type { Cell } from "./write-file";

interface LeaveOfPerson extends PersonRow {
  id: string;
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  startHour: number;
  startMinute: number;
  endHour: number;
  endMinute: number;
  /** As text: to the thousandth. */
  days: string;
  status: LeaveStatus;
  typeName: string;
  isPrivate: boolean;
  createdAt: string | null;
  changedAt: string;
  approverName: string | null;
}

const utcText = (column: SQL | typeof leaves.createdAt | typeof leaves.updatedAt) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Leave with its person, type and places; the places are those of the leave, as they were when it was requested. */
const select = (where: SQL, order: SQL): SQL => sql`
  select ${personColumns}, ${placeColumns}, ${leaves.id} as "id", ${leaves.startDate}::text as "startDate",
    ${leaves.endDate}::text as "endDate", ${leaves.isFullDayLeave} as "isFullDayLeave", ${leaves.startHour} as "startHour",
    ${leaves.startMinute} as "startMinute", ${leaves.endHour} as "endHour", ${leaves.endMinute} as "endMinute",
    ${leaves.durationWorkingDays}::text as "days", ${leaves.status} as "status", ${leaveTypes.name} as "typeName",
    ${leaveTypes.isPrivate} as "isPrivate", ${utcText(leaves.createdAt)} as "createdAt",
    ${utcText(leaves.updatedAt)} as "changedAt",
    (select a.name from ${users} a where a.workspace_id = ${leaves.workspaceId} and a.id = ${leaves.approverId}) as "approverName"
  from ${leaves}
  join ${users} on ${users.workspaceId} = ${leaves.workspaceId} and ${users.id} = ${leaves.userId}
  join ${leaveTypes} on ${leaveTypes.workspaceId} = ${leaves.workspaceId} and ${leaveTypes.id} = ${leaves.leaveTypeId}
  join ${locations} on ${locations.workspaceId} = ${leaves.workspaceId} and ${locations.id} = ${leaves.locationId}
  join ${departments} on ${departments.workspaceId} = ${leaves.workspaceId} and ${departments.id} = ${leaves.departmentId}
  where ${where} order by ${order}`;

const two = (n: number) => String(n).padStart(2, "0");
const timeCells = (row: LeaveOfPerson): Cell[] =>
  row.isFullDayLeave
    ? [null, null]
    : [`${two(row.startHour)}:${two(row.startMinute)}`, `${two(row.endHour)}:${two(row.endMinute)}`];

const typeOf = (ctx: Ctx, row: LeaveOfPerson): string =>
  shownType(ctx.actor, row, { name: row.typeName, isPrivate: row.isPrivate });

export const requestHeader = [
  ...personHeader,
  "Leave type",
  "Status",
  "First day",
  "Last day",
  "From",
  "To",
  "Working days",
  "Approver",
  "Requested at (UTC)",
  "Changed at (UTC)",
];

/** Requests that were made or changed in the period, whatever became of them. Reasons stay inside: a mail goes anywhere. */
export async function* requestRows(ctx: Ctx, filters: Filters, period: Period): AsyncGenerator<Cell[][]> {
  const where = sql`${leaves.workspaceId} = ${ctx.actor.workspaceId} and ${reported(ctx, filters)}
    and ${leaves.updatedAt} > ${period.after.toISOString()}::timestamptz
    and ${leaves.updatedAt} <= ${period.until.toISOString()}::timestamptz`;
  const order = sql`${leaves.startDate}, ${leaves.id}`;
  for await (const rows of fetchRows<LeaveOfPerson>(ctx.db, "reported_requests", select(where, order)))
    yield rows.map((row) => [
      ...personCells(row),
      typeOf(ctx, row),
      row.status,
      row.startDate,
      row.endDate,
      ...timeCells(row),
      Number(row.days),
      row.approverName,
      row.createdAt,
      row.changedAt,
    ]);
}

export const awayHeader = [
  ...personHeader,
  "Leave type",
  "First day",
  "Last day",
  "From",
  "To",
  "Working days in the period",
];

/** What of a leave falls on working days of the period, in days. */
function daysWithin(
  row: LeaveOfPerson,
  { day, lastDay }: Period,
  calendar: WorkCalendar | undefined,
): number {
  if (!calendar) return 0;
  const whole = periodOf(row);
  const start = Math.max(whole.start, day);
  const end = Math.min(whole.end, lastDay);
  return toDays(workingDays({ ...whole, start, end }, calendar));
}

/** Approved leave that takes working days of active people from the report's day to the day before the next report. */
export async function* awayRows(ctx: Ctx, filters: Filters, period: Period): AsyncGenerator<Cell[][]> {
  const where = sql`${leaves.workspaceId} = ${ctx.actor.workspaceId} and ${reported(ctx, filters)}
    and ${users.status} = 'ACTIVE' and ${leaves.status} = 'APPROVED'
    and daterange(${leaves.startDate}, ${leaves.endDate}, '[]')
      && daterange(${dayText(period.day)}::date, ${dayText(period.lastDay)}::date, '[]')`;
  const order = sql`${leaves.startDate}, ${users.name}, ${leaves.id}`;
  const days = { from: period.day, to: period.lastDay };
  for await (const rows of fetchRows<LeaveOfPerson>(ctx.db, "reported_absences", select(where, order))) {
    const calendars = await readCalendars(
      ctx,
      rows.map(({ locationId }) => locationId),
      days,
    );
    yield rows.flatMap((row) => {
      const amount = daysWithin(row, period, calendars.get(row.locationId));
      if (amount === 0) return [];
      return [[...personCells(row), typeOf(ctx, row), row.startDate, row.endDate, ...timeCells(row), amount]];
    });
  }
}
