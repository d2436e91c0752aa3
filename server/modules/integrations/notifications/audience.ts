import { and, asc, eq, exists, sql } from "drizzle-orm";
import { departments, holidays, labels, locations, userLabels } from "@/drizzle/schema/directory";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, givenWorkspace, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Db, preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import {
  type Filters,
  filterParams,
  isLeftByFilters,
} from "@/server/modules/integrations/schedules/check-filters";
import {
  isApproved,
  isApprovedFullDay,
  touchesByPeriod,
  wholeDays,
} from "@/server/modules/leave/calendars/away";
import { patterned } from "@/server/modules/leave/calendars/read-patterns";
import { ownerFields, typeFields } from "@/server/modules/leave/requests/see";

const { placeholder } = sql;

/** Combined with the caller's reach: a message's audience. */
const isMeant = and(eq(users.status, "ACTIVE"), isLeftByFilters);

const audienceParams = (ctx: Ctx, filters: Filters) => ({
  ...reachParams(ctx.reach),
  ...filterParams(filters),
});

const person = (db: Db) => ({
  userId: users.id,
  name: users.name,
  ...ownerFields,
  locationName: locations.name,
  timezone: locations.timezone,
  departmentName: departments.name,
  employedUntil: users.endDate,
  labels: sql<string[]>`array(${scoped(givenWorkspace, userLabels)
    .select(db, { name: labels.name })
    .innerJoin(labels, eq(labels.id, userLabels.labelId))
    .where(eq(userLabels.userId, users.id))})`,
});

const [from, to] = [sql`${placeholder("from")}::date`, sql`${placeholder("to")}::date`];

const awayQuery = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, {
      ...person(db),
      patterns: patterned,
      startDate: leaves.startDate,
      endDate: leaves.endDate,
      isFullDayLeave: leaves.isFullDayLeave,
      startHour: leaves.startHour,
      startMinute: leaves.startMinute,
      endHour: leaves.endHour,
      endMinute: leaves.endMinute,
      startPart: leaves.startPart,
      endPart: leaves.endPart,
      ...typeFields,
    })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(and(touchesByPeriod(from, to), isApproved, isMeant))
    .prepare(`people_away_${kind}`),
);
export type AwayRow = Awaited<ReturnType<ReturnType<typeof awayQuery>["execute"]>>[number];

export interface Days {
  from: DayNumber;
  /** Inclusive. */
  to: DayNumber;
}

const dates = (days: Days) => ({ from: dayText(days.from), to: dayText(days.to) });

/** Approved leave of the audience that overlaps these days. */
export const findAway = (ctx: Ctx, filters: Filters, days: Days): Promise<AwayRow[]> =>
  awayQuery(ctx.db, ctx.reach.kind).execute({ ...audienceParams(ctx, filters), ...dates(days) });

const laterQuery = preparedBy((db) =>
  scoped(givenWorkspace, leaves)
    .select(db, { userId: leaves.userId, startDate: wholeDays.first, endDate: wholeDays.last })
    .where(
      and(
        isAnyOf(leaves.userId, placeholder("userIds")),
        sql`${leaves.startDate} between ${from} and ${to}`,
        isApprovedFullDay,
      ),
    )
    .prepare("later_leave"),
);

/** The whole days of leave of these employees that starts within these days: someone back from one leave may start another. */
export const findLater = (ctx: Ctx, userIds: readonly string[], days: Days) =>
  laterQuery(ctx.db).execute({ workspaceId: ctx.actor.workspaceId, userIds, ...dates(days) });

const holidayQuery = preparedBy((db, kind) =>
  scoped(givenWorkspace, holidays)
    .select(db, {
      date: holidays.date,
      name: holidays.name,
      isHalfDay: holidays.isHalfDay,
      locationName: locations.name,
    })
    .innerJoin(locations, eq(locations.id, holidays.locationId))
    .where(
      and(
        sql`${holidays.date} between ${from} and ${to}`,
        exists(
          scoped(givenReach(kind), users)
            .select(db, { one: sql`1` })
            .where(and(isMeant, eq(users.locationId, holidays.locationId))),
        ),
      ),
    )
    .orderBy(asc(holidays.date), inNameOrder(locations.name), inNameOrder(holidays.name))
    .prepare(`audience_holidays_${kind}`),
);
export type HolidayRow = Awaited<ReturnType<ReturnType<typeof holidayQuery>["execute"]>>[number];

/** Public holidays of the locations where the audience works. */
export const findAudienceHolidays = (ctx: Ctx, filters: Filters, days: Days): Promise<HolidayRow[]> =>
  holidayQuery(ctx.db, ctx.reach.kind).execute({ ...audienceParams(ctx, filters), ...dates(days) });

const birthdayQuery = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, {
      name: users.name,
      birthday: sql<string>`${users.birthday}`,
      locationId: users.locationId,
      departmentName: departments.name,
      startDate: users.startDate,
      endDate: users.endDate,
    })
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(and(isMeant, isAnyOf(sql`to_char(${users.birthday}, 'MM-DD')`, placeholder("monthDays"))))
    .prepare(`audience_birthdays_${kind}`),
);
export type BirthdayRow = Awaited<ReturnType<ReturnType<typeof birthdayQuery>["execute"]>>[number];

/** Employees of the audience with a birthday on one of these days of the year. @param monthDays `MM-DD` */
export const findBirthdays = (
  ctx: Ctx,
  filters: Filters,
  monthDays: readonly string[],
): Promise<BirthdayRow[]> =>
  birthdayQuery(ctx.db, ctx.reach.kind).execute({ ...audienceParams(ctx, filters), monthDays });
