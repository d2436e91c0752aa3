import { and, type Placeholder, type SQL, sql } from "drizzle-orm";
import { companyLeaves } from "@/drizzle/schema/company-leaves";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { CalendarStatus } from "@/drizzle/schema/values";
import { isAnyOf, literal } from "@/server/kernel/database/sql-parts";

/*
 * When leave makes a user absent. Leave touches a range of days when its first day is not after the last of them and its last day not
 * before the first. That rule has a form for each index, since the planner cannot derive one from another. In memory it is `touchesDays` of
 * `server/kernel/time/date-range.ts`.
 */

/** Approved leave. Whether requested leave counts as well (`isInEffect`), each reader decides. */
export const isApproved: SQL = sql`${leaves.status} = 'APPROVED'`;

/** Approved leave of full days: only these keep a user from working at all, but on a day of which they take a half (`wholeDays`). */
export const isApprovedFullDay: SQL = sql`${isApproved} and ${leaves.isFullDayLeave}`;

/** The days of full-day leave on which the user does not work at all, from the first to the last of them; in wrong order if there is none. */
export const wholeDays = {
  first: sql<string>`(${leaves.startDate} + (${leaves.startPart} = 'AFTERNOON')::int)`,
  last: sql<string>`(${leaves.endDate} - (${leaves.endPart} = 'MORNING')::int)`,
};

/**
 * Leave that a company leave booked, within its days. It is judged by no rule, and takes no one's place (decision 14.21). Needs the
 * placeholder `workspaceId`.
 */
export const isCompanys: SQL = sql`(${leaves.companyLeaveId} is not null and exists (select from ${companyLeaves} company
  where company.workspace_id = ${sql.placeholder("workspaceId")}::uuid and company.id = ${leaves.companyLeaveId}
    and company.start_date <= ${leaves.startDate} and company.end_date >= ${leaves.endDate}))`;

/** Leave beside which other leave of the person may be on the same day. */
export const takesPartOfDays: SQL = sql`(not ${leaves.isFullDayLeave} or ${leaves.startPart} <> 'FULL_DAY' or ${leaves.endPart} <> 'FULL_DAY')`;

/** Whether leave of a type means that its owner works, at another place: they are not away (decision 18.10). */
export const worksElsewhere = (calendarStatus: CalendarStatus): boolean =>
  calendarStatus === "WORKING_ELSEWHERE";

/** `worksElsewhere` of the leave type of a query. */
export const isWorkElsewhere: SQL = sql`${leaveTypes.calendarStatus} = 'WORKING_ELSEWHERE'`;

const period = sql`daterange(${leaves.startDate}, ${leaves.endDate}, '[]')`;

/**
 * Leave of any number of people that touches these days, both inclusive, by the index of periods. A statement in which `since` is after
 * `until` fails.
 */
export const touchesByPeriod = (since: SQL, until: SQL): SQL =>
  sql`${period} && daterange(${since}, ${until}, '[]')`;

/** `touchesByPeriod` for one day. */
export const isOnDay = (day: SQL): SQL => sql`${period} @> ${day}`;

/** The same rule for leave of one person or a few, by the index of people. No leave touches days in the wrong order. */
export const touchesByPerson = (since: SQL, until: SQL): SQL =>
  sql`${leaves.startDate} <= ${until} and ${leaves.endDate} >= ${since}`;

/** Leave up to this length is found by its start; the few longer leaves have a separate index. */
const longDays = literal(31);

type Halves = readonly [begins: SQL, lasts: SQL];

/**
 * The same rule for leave of known people, in the two halves of a union: by start date along the index of people, however long their
 * history is, and long leave that began earlier along the index of long leave.
 */
export const touchesInHalves = (since: SQL, until: SQL): Halves => {
  const [begins, lasts] = endsInHalves(since);
  return [sql`${leaves.startDate} <= ${until} and ${begins}`, lasts];
};

/** The same without a last day: leave that ends on or after a day. */
export const endsInHalves = (since: SQL): Halves => [
  sql`${leaves.startDate} >= ${since} - ${longDays} and ${leaves.endDate} >= ${since}`,
  sql`${leaves.startDate} < ${since} - ${longDays} and ${leaves.endDate} >= ${since}
    and ${leaves.endDate} - ${leaves.startDate} > ${longDays}`,
];

/** The open and approved leave of an owner in two halves of a union. Needs the placeholder `workspaceId`. */
const inEffectIn = (isOwner: SQL, halves: Halves, more?: SQL): SQL =>
  sql.join(
    halves.map(
      (half) =>
        sql`select * from ${leaves} where ${leaves.workspaceId} = ${sql.placeholder("workspaceId")}::uuid
        and ${and(isOwner, isInEffect(leaves.status), more, half)}`,
    ),
    sql` union all `,
  );

/**
 * The open and approved leave of one person in two halves, as a subselect for a lateral join. The planner cannot know how little leave of
 * each person is near.
 */
export const inEffectOf = (userId: SQL, halves: Halves): SQL =>
  inEffectIn(sql`${leaves.userId} = ${userId}`, halves);

/** The same of several people, as a subselect named `leaves`. */
export const inEffectOfPeople = (people: Placeholder, halves: Halves, more?: SQL): SQL =>
  sql`(${inEffectIn(isAnyOf(leaves.userId, people), halves, more)}) as ${leaves}`;
