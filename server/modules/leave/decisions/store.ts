import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { positionIn } from "@/drizzle/schema/columns";
import { departments, locations } from "@/drizzle/schema/directory";
import { leavePolicies, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReachOrSelf, givenReachToDecide, reachToDecideParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { readAs } from "@/server/kernel/database/row-reader";
import { literal } from "@/server/kernel/database/sql-parts";
import { day, plus, utcDay } from "@/server/kernel/time/clock";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { entitled } from "@/server/modules/leave/calendars/read-employee";
import { patterned } from "@/server/modules/leave/calendars/read-patterns";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { activeApprovers, approversOf } from "@/server/modules/leave/requests/find-approvers";
import { furthestWaitDays } from "@/server/modules/leave/requests/policy";
import { hasTwoLevels } from "@/server/modules/leave/requests/standing";

const { placeholder } = sql;
const self = sql`${placeholder("selfId")}::uuid`;

/** Aggregates the approvers of a level, or the approvers that the caller represents there as a stand-in. */
const gathered = (what: string, level: 1 | 2, which: SQL) =>
  sql`array_agg(${sql.identifier(what)}) filter (where level = ${literal(level)} and ${which})`;
const isOwn = sql`stands_in_for is null`;
const isForSelf = sql`stands_in_for is not null and user_id = ${self}`;

/** By department: the approvers of the first and the second level, and the approvers that the caller represents at each. */
const approversByLevel = sql`(select department_id, ${gathered("user_id", 1, isOwn)} as first, ${gathered("user_id", 2, isOwn)} as second,
    ${gathered("stands_in_for", 1, isForSelf)} as for_first, ${gathered("stands_in_for", 2, isForSelf)} as for_second
  from ${activeApprovers} one group by department_id) as acting`;

/** A stand-in does not decide the leave of the approver they represent. */
const others = (people: SQL) => sql`coalesce(cardinality(array_remove(${people}, ${users.id})), 0) > 0`;
const isIn = (level: SQL) => sql`coalesce(${self} = any(${level}), false)`;
const [first, second] = [sql`acting.first`, sql`acting.second`];
const isListed = sql`(${isIn(first)} or ${isIn(second)})`;
const standsIn = sql`(${others(sql`acting.for_first`)} or ${others(sql`acting.for_second`)})`;
/** Beyond their reach, a location admin has only the rights of a stand-in. */
const isLeading = (kind: string) =>
  sql`(${placeholder("isLead")}::boolean and ${scoped(givenReachOrSelf(kind), users).within})`;
const atLevel = (one: SQL, two: SQL) =>
  sql`case when ${leaves.approvedLevel} = 0 then ${one} else ${two} end`;

/** `canDecide` of leaves/approvers.ts, in SQL. */
const mayDecide = (kind: string) =>
  and(
    sql`(${isListed} or ${isLeading(kind)} or ${standsIn})`,
    sql`(${users.id} <> ${self} or not (${others(first)} or ${others(second)}))`,
  );

/** Whether `approvalBy` of leaves/approvers.ts is not null, in SQL. */
export const isOnTurn = (
  kind: string,
) => sql`(not (${placeholder("hasTwoLevels")}::boolean and ${others(first)} and ${others(second)})
  or (${isLeading(kind)} and not ${isListed})
  or ${isIn(atLevel(first, second))}
  or ${others(atLevel(sql`acting.for_first`, sql`acting.for_second`))})`;

/** The start of a wait, as a date at the person's location. Waits beyond the maximum are grouped at the earliest date. */
export const openedOn = sql<string>`greatest(${placeholder("earliest")}::date,
  (coalesce(${leaves.openedAt}, ${leaves.createdAt}, ${leaves.updatedAt}) at time zone ${locations.timezone})::date)`;

/** The last day of each wait, by location and first day. */
const waits = sql`unnest(${placeholder("waitPlaces")}::uuid[], ${placeholder("waitFrom")}::date[],
  ${placeholder("waitUntil")}::date[]) as wait(location_id, opened, until)`;

/** The last day on which a leave can be decided. */
export const deadline = sql<string>`least(${leaves.endDate}, wait.until)`;

const {
  workspaceId: _workspace,
  dayCounts: _counts,
  countMode: _mode,
  openedAt: _opened,
  writtenAt: _written,
  ...leaveColumns
} = getTableColumns(leaves);
const leaveFields = { ...leaveColumns, updatedAt: readAs(positionIn(leaves), leaves.updatedAt) };

/** The fields of a request, and all facts that its decision depends on. */
const fields = {
  leave: leaveFields,
  counts: keptCountsField,
  countMode: leaves.countMode,
  deadline,
  type: { name: leaveTypes.name, color: leaveTypes.color },
  person: {
    id: users.id,
    name: users.name,
    locationId: users.locationId,
    departmentId: users.departmentId,
    departmentName: departments.name,
    startDate: users.startDate,
    endDate: users.endDate,
    createdAt: users.createdAt,
    entitlements: entitled,
    patterns: patterned,
  },
  place: {
    timezone: locations.timezone,
    quotaReset: locations.quotaReset,
    yearStart: locations.yearStart,
    rolloverExpiry: locations.rolloverExpiry,
  },
  policy: leavePolicies,
  approvers: approversOf(users.departmentId),
};

type Which = SQL | undefined;

/** Open leave that may wait for the caller's decision. Joins only the tables that this condition needs. */
export const idsToDecide = (db: Db, kind: string) =>
  scoped(givenReachToDecide(kind), users)
    .select(db, { id: leaves.id })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .leftJoin(approversByLevel, sql`acting.department_id = ${users.departmentId}`)
    .where(and(eq(leaves.status, "OPEN"), mayDecide(kind), isOnTurn(kind)));

/** Open leave that the caller may decide, with all facts that the decision depends on. */
export const requests = (db: Db, kind: string, which: Which) =>
  scoped(givenReachToDecide(kind), users)
    .select(db, fields)
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .leftJoin(
      leavePolicies,
      and(eq(leavePolicies.leaveTypeId, leaves.leaveTypeId), eq(leavePolicies.locationId, leaves.locationId)),
    )
    .leftJoin(approversByLevel, sql`acting.department_id = ${users.departmentId}`)
    .leftJoin(waits, sql`wait.location_id = ${leaves.locationId} and wait.opened = ${openedOn}`)
    .where(and(eq(leaves.status, "OPEN"), mayDecide(kind), which));

export type RequestRow = Awaited<ReturnType<typeof requests>>[number];

/** The ends of waits, for the placeholders of `requests`, as PostgreSQL array literals. */
export interface Waits {
  waitPlaces: string;
  waitFrom: string;
  waitUntil: string;
}

/** For queries without deadlines. */
export const noWaits: Waits = { waitPlaces: "{}", waitFrom: "{}", waitUntil: "{}" };

/** Values for the placeholders of the turn conditions. */
export const turnParams = (ctx: Ctx) => ({
  ...reachToDecideParams(ctx),
  isLead: isLead(ctx.actor.role),
  hasTwoLevels: hasTwoLevels(ctx),
  now: ctx.now().toISOString(),
  earliest: utcDay(plus(ctx.now(), -furthestWaitDays * day)),
});

/** Whether the caller can have decisions at all. */
export const decidesAtAll = ({ actor: { userId, role, standInDepartmentIds = [] } }: Ctx): boolean =>
  userId !== null && (role !== "USER" || standInDepartmentIds.length > 0);
