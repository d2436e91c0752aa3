import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { positionIn } from "@/drizzle/schema/columns";
import { departments, locations } from "@/drizzle/schema/directory";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Db, preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import type { Cell } from "@/server/kernel/text/write-table";
import { dayText } from "@/server/kernel/time/calendar-date";
import { dayPartsOf } from "@/server/kernel/time/day-parts";
import { type Filters, isLeftByFilters } from "@/server/modules/integrations/schedules/check-filters";
import { isApproved, touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { hoursOf } from "@/server/modules/leave/calendars/hours";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import { hourCountsOfType, readHours } from "@/server/modules/leave/calendars/read-hours";
import { readPatterns } from "@/server/modules/leave/calendars/read-patterns";
import {
  countDays,
  partBetween,
  toDays,
  type WorkCalendar,
  workingDays,
} from "@/server/modules/leave/calendars/working-days";
import { typeFields } from "@/server/modules/leave/requests/see";
import {
  isTypeShown,
  personCells,
  personFields,
  personHeader,
  type ReportColumn,
  reportedParams,
  shownType,
} from "./people";
import type { Period } from "./period";

const { placeholder } = sql;
const approver = alias(users, "approver");

const utcText = (column: typeof leaves.createdAt | typeof leaves.updatedAt) =>
  sql<string | null>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Leave with its employee, type and places; the places are those of the leave, as they were at the request. */
const selectLeave = (db: Db, kind: string, where: SQL | undefined) =>
  scoped(givenWorkspace, leaves)
    .select(db, {
      ...personFields,
      id: leaves.id,
      placeId: leaves.locationId,
      hourCounts: hourCountsOfType,
      startDate: leaves.startDate,
      endDate: leaves.endDate,
      isFullDayLeave: leaves.isFullDayLeave,
      startHour: leaves.startHour,
      startMinute: leaves.startMinute,
      endHour: leaves.endHour,
      endMinute: leaves.endMinute,
      startPart: leaves.startPart,
      endPart: leaves.endPart,
      days: leaves.durationWorkingDays,
      status: leaves.status,
      ...typeFields,
      createdAt: utcText(leaves.createdAt),
      changedAt: utcText(leaves.updatedAt),
      approverName: approver.name,
    })
    .innerJoin(users, eq(users.id, leaves.userId))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .innerJoin(locations, eq(locations.id, leaves.locationId))
    .innerJoin(departments, eq(departments.id, leaves.departmentId))
    .leftJoin(approver, eq(approver.id, leaves.approverId))
    .where(and(scoped(givenReach(kind), users).within, isLeftByFilters, where));

type LeaveOfPerson = Awaited<ReturnType<typeof selectLeave>>[number];

const two = (n: number) => String(n).padStart(2, "0");
const timeCells = (row: LeaveOfPerson): Cell[] =>
  row.isFullDayLeave
    ? [null, null]
    : [`${two(row.startHour)}:${two(row.startMinute)}`, `${two(row.endHour)}:${two(row.endMinute)}`];

const partColumns: readonly ReportColumn[] = ["FIRST_DAY_PART", "LAST_DAY_PART"];
/** The halves of the first and the last day; empty where they are whole. */
const partCells = (row: LeaveOfPerson): Cell[] => {
  const { startPart, endPart } = dayPartsOf(row);
  return [startPart, endPart].map((part) => (part === "FULL_DAY" ? null : part));
};

export const requestColumns: readonly ReportColumn[] = [
  ...personHeader,
  "LEAVE_TYPE",
  "STATUS",
  { heading: "FIRST_DAY", holds: "date" },
  { heading: "LAST_DAY", holds: "date" },
  { heading: "FROM", holds: "time" },
  { heading: "TO", holds: "time" },
  ...partColumns,
  "WORKING_DAYS",
  "APPROVER",
  { heading: "REQUESTED_AT", holds: "instant" },
  { heading: "CHANGED_AT", holds: "instant" },
  // Last, so that every other column keeps its position.
  "HOURS",
];

/**
 * A changed leave was written at `after` or later by the database's clock, which is less than a day off from any process's: by that index
 * no other leave is read. The upper bound is for the planner, which estimates an open range as a third of all rows.
 */
const isWrittenSince = sql`${positionIn(leaves)} between ${placeholder("after")}::timestamptz - interval '1 day' and 'infinity'`;

const requests = preparedBy((db, kind) => {
  const changed = sql`${leaves.updatedAt} > ${placeholder("after")}::timestamptz
    and ${leaves.updatedAt} <= ${placeholder("until")}::timestamptz and ${isWrittenSince}`;
  return selectLeave(db, kind, changed)
    .orderBy(leaves.startDate, leaves.id)
    .prepare(`reported_requests_${kind}`);
});

/** Requests that were made or changed in the period, with any status. Without their reasons: a mail may be forwarded to anyone. */
export async function* requestRows(ctx: Ctx, filters: Filters, period: Period): AsyncGenerator<Cell[][]> {
  const values = {
    ...reportedParams(ctx, filters),
    after: period.after.toISOString(),
    until: period.until.toISOString(),
  };
  const found = requests(ctx.db, ctx.reach.kind);
  for await (const rows of found.inBatches("reported_requests", values)) {
    const hours = await readHours(
      ctx,
      rows.map(({ placeId, ...row }) => ({ ...row, locationId: placeId })),
    );
    yield rows.map((row) => [
      ...personCells(row),
      shownType(ctx, row, row),
      row.status,
      row.startDate,
      row.endDate,
      ...timeCells(row),
      ...partCells(row),
      row.days,
      row.approverName,
      row.createdAt,
      row.changedAt,
      isTypeShown(ctx, row, row) ? (hours.get(row.id) ?? null) : null,
    ]);
  }
}

export const awayColumns: readonly ReportColumn[] = [
  ...personHeader,
  "LEAVE_TYPE",
  { heading: "FIRST_DAY", holds: "date" },
  { heading: "LAST_DAY", holds: "date" },
  { heading: "FROM", holds: "time" },
  { heading: "TO", holds: "time" },
  ...partColumns,
  "WORKING_DAYS_IN_PERIOD",
  "HOURS_IN_PERIOD",
];

/** A leave's days on working days of the period, and its hours where its type is shown in hours. */
function amountWithin(
  row: LeaveOfPerson,
  { day, lastDay }: Period,
  calendar: WorkCalendar | undefined,
): { days: number; hours: number | null } {
  if (!calendar) return { days: 0, hours: null };
  const part = partBetween(periodOf(row), day, lastDay);
  return {
    days: toDays(workingDays(part, calendar)),
    hours: row.hourCounts && hoursOf(countDays(part, calendar), calendar),
  };
}

const absences = preparedBy((db, kind) => {
  const isAway = and(
    eq(users.status, "ACTIVE"),
    isApproved,
    touchesByPeriod(sql`${placeholder("firstDay")}::date`, sql`${placeholder("lastDay")}::date`),
  );
  return selectLeave(db, kind, isAway)
    .orderBy(leaves.startDate, inNameOrder(users.name), leaves.id)
    .prepare(`reported_absences_${kind}`);
});

/** Approved leave that takes working days of active employees, from the report's day to the day before the next report. */
export async function* awayRows(ctx: Ctx, filters: Filters, period: Period): AsyncGenerator<Cell[][]> {
  const values = {
    ...reportedParams(ctx, filters),
    firstDay: dayText(period.day),
    lastDay: dayText(period.lastDay),
  };
  const found = absences(ctx.db, ctx.reach.kind);
  const days = { from: period.day, to: period.lastDay };
  for await (const rows of found.inBatches("reported_absences", values)) {
    const places = await readCalendars(
      ctx,
      rows.map(({ locationId }) => locationId),
      days,
    );
    const patterns = await readPatterns(
      ctx,
      rows.map(({ userId }) => userId),
    );
    yield rows.flatMap((row) => {
      const place = places.get(row.locationId);
      const { days, hours } = amountWithin(row, period, place && worksBy(place, patterns.get(row.userId)));
      if (days === 0) return [];
      const leave = [...personCells(row), shownType(ctx, row, row), row.startDate, row.endDate];
      const shownHours = isTypeShown(ctx, row, row) ? hours : null;
      return [[...leave, ...timeCells(row), ...partCells(row), days, shownHours]];
    });
  }
}
