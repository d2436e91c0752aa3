import { type SQL, sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import { literal } from "@/server/kernel/database/sql-parts";

/*
 * When leave makes a user absent. Leave touches a range of days when its first day is not after the last of them and its last day not
 * before the first. That rule has a form for each index, since the planner cannot derive one from another. In memory it is `touchesDays` of
 * `server/kernel/time/date-range.ts`.
 */

/** Approved leave. Whether requested leave counts as well (`isInEffect`), each reader decides. */
export const isApproved: SQL = sql`${leaves.status} = 'APPROVED'`;

/** Approved leave of full days: only these keep a user from working at all. */
export const isApprovedFullDay: SQL = sql`${isApproved} and ${leaves.isFullDayLeave}`;

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

/**
 * The same rule for leave of known people, in the two halves of a union: by start date along the index of people, however long their
 * history is, and long leave that began earlier along the index of long leave.
 */
export const touchesInHalves = (since: SQL, until: SQL): readonly [begins: SQL, lasts: SQL] => [
  sql`${leaves.startDate} between ${since} - ${longDays} and ${until} and ${leaves.endDate} >= ${since}`,
  sql`${leaves.startDate} < ${since} - ${longDays} and ${leaves.endDate} >= ${since}
    and ${leaves.endDate} - ${leaves.startDate} > ${longDays}`,
];
