import { and, asc, eq, exists, type SQL, sql } from "drizzle-orm";
import { departments, holidays, labels, locations, userLabels } from "@/drizzle/schema/directory";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { type Reach, reachParams, withinReach } from "@/server/access/reach";
import { type DayNumber, dayText } from "@/server/kernel/calendar-date";
import { type Db, preparedBy } from "@/server/kernel/db";
import { belongsTo, type Filters, filterNames } from "@/server/modules/schedules/check-filters";

const { placeholder } = sql;

/** Active people within reach whom the filters leave; of several filters each must hold. A condition on the users table. */
function audience(kind: string): SQL | undefined {
  const filters = filterNames.map((name) => {
    const ids = sql`${placeholder(name)}::uuid[]`;
    return sql`(cardinality(${ids}) = 0 or ${belongsTo(name, ids)})`;
  });
  return and(withinReach(kind as Reach["kind"]), eq(users.status, "ACTIVE"), ...filters);
}

const audienceParams = (ctx: Ctx, { locationIds, departmentIds, labelIds }: Filters) => ({
  ...reachParams(ctx.reach),
  locationIds,
  departmentIds,
  labelIds,
});

const has = (table: string) =>
  sql<boolean>`exists (select from ${sql.identifier(table)} r where r.workspace_id = ${users.workspaceId} and r.user_id = ${users.id})`;

const person = (db: Db) => ({
  userId: users.id,
  name: users.name,
  isAdmin: users.isAdmin,
  isLocationAdmin: has("location_admins"),
  isApprover: has("department_approvers"),
  locationId: users.locationId,
  departmentId: users.departmentId,
  locationName: locations.name,
  timezone: locations.timezone,
  departmentName: departments.name,
  employedUntil: users.endDate,
  labels: sql<string[]>`array(${db
    .select({ name: labels.name })
    .from(userLabels)
    .innerJoin(labels, and(eq(labels.workspaceId, userLabels.workspaceId), eq(labels.id, userLabels.labelId)))
    .where(and(eq(userLabels.workspaceId, users.workspaceId), eq(userLabels.userId, users.id)))})`,
});

const sameLocation = and(eq(locations.workspaceId, users.workspaceId), eq(locations.id, users.locationId));
const sameDepartment = and(
  eq(departments.workspaceId, users.workspaceId),
  eq(departments.id, users.departmentId),
);
const [from, to] = [sql`${placeholder("from")}::date`, sql`${placeholder("to")}::date`];

const awayQuery = preparedBy((db, kind) =>
  db
    .select({
      ...person(db),
      startDate: leaves.startDate,
      endDate: leaves.endDate,
      isFullDayLeave: leaves.isFullDayLeave,
      startHour: leaves.startHour,
      startMinute: leaves.startMinute,
      endHour: leaves.endHour,
      endMinute: leaves.endMinute,
      typeName: leaveTypes.name,
      isPrivate: leaveTypes.isPrivate,
    })
    .from(leaves)
    .innerJoin(users, and(eq(users.workspaceId, leaves.workspaceId), eq(users.id, leaves.userId)))
    .innerJoin(locations, sameLocation)
    .innerJoin(departments, sameDepartment)
    .innerJoin(
      leaveTypes,
      and(eq(leaveTypes.workspaceId, leaves.workspaceId), eq(leaveTypes.id, leaves.leaveTypeId)),
    )
    .where(
      and(
        eq(leaves.workspaceId, placeholder("reachWorkspace")),
        sql`daterange(${leaves.startDate}, ${leaves.endDate}, '[]') && daterange(${from}, ${to}, '[]')`,
        eq(leaves.status, "APPROVED"),
        audience(kind),
      ),
    )
    .prepare(`people_away_${kind}`),
);
export type AwayRow = Awaited<ReturnType<ReturnType<typeof awayQuery>["execute"]>>[number];

export interface Days {
  from: DayNumber;
  /** Included. */
  to: DayNumber;
}

const dates = (days: Days) => ({ from: dayText(days.from), to: dayText(days.to) });

/** Approved leave of the audience that touches these days. */
export const findAway = (ctx: Ctx, filters: Filters, days: Days): Promise<AwayRow[]> =>
  awayQuery(ctx.db, ctx.reach.kind).execute({ ...audienceParams(ctx, filters), ...dates(days) });

const laterQuery = preparedBy((db) =>
  db
    .select({ userId: leaves.userId, startDate: leaves.startDate, endDate: leaves.endDate })
    .from(leaves)
    .where(
      and(
        eq(leaves.workspaceId, placeholder("workspaceId")),
        sql`${leaves.userId} = any(${placeholder("userIds")}::uuid[])`,
        sql`${leaves.startDate} between ${from} and ${to}`,
        eq(leaves.status, "APPROVED"),
        eq(leaves.isFullDayLeave, true),
      ),
    )
    .prepare("later_leave"),
);

/** Whole-day leave of these people that starts within these days: who is back from one may leave for another. */
export const findLater = (ctx: Ctx, userIds: readonly string[], days: Days) =>
  laterQuery(ctx.db).execute({ workspaceId: ctx.actor.workspaceId, userIds, ...dates(days) });

const holidayQuery = preparedBy((db, kind) =>
  db
    .select({
      date: holidays.date,
      name: holidays.name,
      isHalfDay: holidays.isHalfDay,
      locationName: locations.name,
    })
    .from(holidays)
    .innerJoin(
      locations,
      and(eq(locations.workspaceId, holidays.workspaceId), eq(locations.id, holidays.locationId)),
    )
    .where(
      and(
        eq(holidays.workspaceId, placeholder("reachWorkspace")),
        sql`${holidays.date} between ${from} and ${to}`,
        exists(
          db
            .select({ one: sql`1` })
            .from(users)
            .where(and(audience(kind), eq(users.locationId, holidays.locationId))),
        ),
      ),
    )
    .orderBy(asc(holidays.date), asc(locations.name), asc(holidays.name))
    .prepare(`audience_holidays_${kind}`),
);
export type HolidayRow = Awaited<ReturnType<ReturnType<typeof holidayQuery>["execute"]>>[number];

/** Public holidays of the places where the audience works. */
export const findAudienceHolidays = (ctx: Ctx, filters: Filters, days: Days): Promise<HolidayRow[]> =>
  holidayQuery(ctx.db, ctx.reach.kind).execute({ ...audienceParams(ctx, filters), ...dates(days) });

const birthdayQuery = preparedBy((db, kind) =>
  db
    .select({
      name: users.name,
      birthday: sql<string>`${users.birthday}`,
      locationId: users.locationId,
      departmentName: departments.name,
      startDate: users.startDate,
      endDate: users.endDate,
    })
    .from(users)
    .innerJoin(departments, sameDepartment)
    .where(
      and(
        audience(kind),
        sql`to_char(${users.birthday}, 'MM-DD') = any(${placeholder("monthDays")}::text[])`,
      ),
    )
    .prepare(`audience_birthdays_${kind}`),
);
export type BirthdayRow = Awaited<ReturnType<ReturnType<typeof birthdayQuery>["execute"]>>[number];

/** People of the audience who were born on one of these days of the year. @param monthDays `MM-DD` */
export const findBirthdays = (
  ctx: Ctx,
  filters: Filters,
  monthDays: readonly string[],
): Promise<BirthdayRow[]> =>
  birthdayQuery(ctx.db, ctx.reach.kind).execute({ ...audienceParams(ctx, filters), monthDays });
