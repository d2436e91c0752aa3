import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { positionIn } from "@/drizzle/schema/columns";
import { departments, locationAdmins, locations } from "@/drizzle/schema/directory";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { leaveRules } from "@/drizzle/schema/leave-rules";
import { leavePolicies, leaves, leaveTypes, typeAsked, waitsForDecision } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReachOrSelf, givenReachToDecide, reachToDecideParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { delegationsToday } from "@/server/access/stand-ins";
import type { Db } from "@/server/kernel/database/db";
import { readAs } from "@/server/kernel/database/row-reader";
import { literal } from "@/server/kernel/database/sql-parts";
import { day, plus, utcDay } from "@/server/kernel/time/clock";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { earningFields } from "@/server/modules/leave/calendars/read-employee";
import { patterned } from "@/server/modules/leave/calendars/read-patterns";
import { isLead, unsaidRules } from "@/server/modules/leave/requests/approvers";
import {
  activeApprovers,
  type Chain,
  candidatesOf,
  chainOfRow,
  isByDepartment,
} from "@/server/modules/leave/requests/find-approvers";
import { furthestWaitDays } from "@/server/modules/leave/requests/policy";
import { hasTwoLevels } from "@/server/modules/leave/requests/standing";
import { isCancelling } from "@/server/modules/leave/requests/transitions";
import { givenLanguage, languageParam, nameFor } from "@/server/modules/leave/type-names/name-in";

const { placeholder } = sql;
const self = sql`${placeholder("selfId")}::uuid`;
const workspace = sql`${placeholder("workspaceId")}::uuid`;

/** Aggregates the approvers of a level, or the approvers that the caller represents there as a stand-in. */
const gathered = (what: string, level: 1 | 2, which: SQL) =>
  sql`array_agg(${sql.identifier(what)}) filter (where level = ${literal(level)} and ${which})`;
const isOwn = sql`stands_in_for is null`;
const isForSelf = sql`stands_in_for is not null and user_id = ${self}`;

/** By department: the approvers of the first and the second level, and the approvers that the caller represents at each. */
const approversByLevel = sql`(select department_id, ${gathered("user_id", 1, isOwn)} as first, ${gathered("user_id", 2, isOwn)} as second,
    ${gathered("stands_in_for", 1, isForSelf)} as for_first, ${gathered("stands_in_for", 2, isForSelf)} as for_second
  from ${activeApprovers} one group by department_id) as department`;

/** Whether anyone but the person is among these. A stand-in does not decide the leave of the approver they represent. */
const others = (people: SQL) => sql`coalesce(cardinality(array_remove(${people}, ${users.id})), 0) > 0`;
const isIn = (level: SQL) => sql`coalesce(${self} = any(${level}), false)`;

const manager = sql`boss.id`;
/** The person's manager, if active, as the row `boss`. */
const isManager = sql`boss.workspace_id = ${workspace} and boss.id = ${users.approverId} and boss.status = 'ACTIVE'`;

/** By manager: where the caller is their stand-in today. */
const representedManagers = sql`(select given.stands_in_for as manager_id, bool_or(given.department_id is null) as everywhere,
    array_agg(given.department_id) as departments
  from ${delegationsToday} given where given.workspace_id = ${workspace} and given.user_id = ${self}
  group by given.stands_in_for) as represented`;
const isRepresented = sql`(represented.everywhere or ${users.departmentId} = any(represented.departments))`;

/** By location: its admins. */
const adminsByLocation = sql`(select appointed.location_id, array_agg(appointed.user_id) as admins from ${locationAdmins} appointed
  join ${users} one on one.workspace_id = ${workspace} and one.id = appointed.user_id and one.status = 'ACTIVE'
  where appointed.workspace_id = ${workspace} group by appointed.location_id) as place`;

/** One row: all administrators. A row of its own, for within a lateral join the planner counts it once for each leave. */
const administrators = sql`(select array(select admin.id from ${users} admin
  where admin.workspace_id = ${workspace} and admin.is_admin and admin.status = 'ACTIVE') as ids offset 0) administrators`;

const byDepartment = isByDepartment(leavePolicies.decidedBy);
const isOneLevel = sql`((coalesce(${leavePolicies.approvalLevels}, 2) < 2 or ${leaves.cancelAskedAt} is not null) and ${others(sql`chain.first`)})`;

/**
 * `chainOf` of leaves/approvers.ts, in SQL: the row `acting` has who decides at each level. The manager is in place of level 1, and at no
 * other level. `offset 0` keeps the planner from writing out each column wherever it is used.
 */
const acting = sql`lateral (
  select chain.first, chain.for_first, case when ${isOneLevel} then null else chain.second end as second,
    case when ${isOneLevel} then null else chain.for_second end as for_second
  from (select
    case when not ${byDepartment} then
        case when ${leavePolicies.decidedBy} = 'LOCATION_ADMINS' and ${others(sql`place.admins`)} then place.admins else administrators.ids end
      when ${manager} is not null then array[${manager}] else department.first end as first,
    case when ${byDepartment} then array_remove(department.second, ${manager}) end as second,
    case when not ${byDepartment} then null when ${manager} is null then department.for_first
      when ${isRepresented} then array[${manager}] end as for_first,
    case when ${byDepartment} then array_remove(department.for_second, ${manager}) end as for_second
    offset 0) chain offset 0) as acting`;

const [first, second] = [sql`acting.first`, sql`acting.second`];
const isListed = sql`(${isIn(first)} or ${isIn(second)})`;
const standsIn = sql`(${others(sql`acting.for_first`)} or ${others(sql`acting.for_second`)})`;
/** Beyond their reach, a location admin has only the rights of a stand-in, and only the department's decisions are theirs as a lead. */
const isLeading = (kind: string) =>
  sql`(case when ${isByDepartment(leavePolicies.decidedBy)} then ${placeholder("isLead")}::boolean else ${placeholder("isAdmin")}::boolean end
    and ${scoped(givenReachOrSelf(kind), users).within})`;
/** Beyond their reach, an approver has only the rights of a stand-in or a manager. */
const isReached = (kind: string) =>
  sql`(${scoped(givenReachOrSelf(kind), users).within} or ${standsIn} or (${users.approverId} = ${self} and ${isIn(first)}))`;
const atLevel = (one: SQL, two: SQL) =>
  sql`case when ${leaves.approvedLevel} = 0 and ${leaves.changeAskedAt} is null then ${one} else ${two} end`;

/** `canDecide` of leaves/approvers.ts, in SQL. */
const mayDecide = (kind: string) =>
  and(
    sql`(${isListed} or ${isLeading(kind)} or ${standsIn})`,
    isReached(kind),
    sql`(${users.id} <> ${self} or not (${others(first)} or ${others(second)}))`,
  );

/** Whether `approvalBy` of leaves/approvers.ts is not null, in SQL. */
export const isOnTurn = (
  kind: string,
) => sql`(not (${placeholder("hasTwoLevels")}::boolean and ${others(first)} and ${others(second)})
  or (${isLeading(kind)} and not ${isListed})
  or ${isIn(atLevel(first, second))}
  or ${others(atLevel(sql`acting.for_first`, sql`acting.for_second`))})`;

/** `isWaiting` of leaves/transitions.ts, in SQL. */
export const waits = waitsForDecision(leaves);

/** The start of a wait, as a date at the person's location. Waits beyond the maximum are grouped at the earliest date. */
export const openedOn = sql<string>`greatest(${placeholder("earliest")}::date,
  (coalesce(${leaves.cancelAskedAt}, ${leaves.changeAskedAt}, ${leaves.openedAt}, ${leaves.createdAt}, ${leaves.updatedAt}) at time zone ${locations.timezone})::date)`;

/** The last day of each wait, by location and first day. */
const waitEnds = sql`unnest(${placeholder("waitPlaces")}::uuid[], ${placeholder("waitFrom")}::date[],
  ${placeholder("waitUntil")}::date[]) as wait(location_id, opened, until)`;

/** `lastDayToDecide` of leave/requests/policy.ts, in SQL. */
export const deadline = sql<string>`case when ${openedOn} > ${leaves.endDate} then coalesce(wait.until, ${openedOn})
  else least(${leaves.endDate}, wait.until) end`;

/** The first day of a leave, of a change that waits for consent the one that it would get. */
export const startAsked = sql<string>`coalesce((${leaves.wantedChange}->>'startDate')::date, ${leaves.startDate})`;

/** The latest question about a leave. */
interface LastQuestion {
  question: string;
  askedAt: string;
  answer: string | null;
  answeredAt: string | null;
}
const lastQuestion = sql<LastQuestion | null>`(select json_build_object('question', asked.question, 'askedAt', asked.asked_at,
    'answer', asked.answer, 'answeredAt', asked.answered_at)
  from ${leaveQuestions} asked where asked.workspace_id = ${workspace} and asked.leave_id = ${leaves.id}
  order by asked.id desc limit 1)`;

const {
  workspaceId: _workspace,
  dayCounts: _counts,
  countMode: _mode,
  openedAt: _opened,
  writtenAt: _written,
  ...leaveColumns
} = getTableColumns(leaves);
/** A leave, without what only its own statements need. */
export const leaveFields = { ...leaveColumns, updatedAt: readAs(positionIn(leaves), leaves.updatedAt) };

/** The fields of a request, and all facts that its decision depends on. */
const fields = {
  leave: leaveFields,
  counts: keptCountsField,
  countMode: leaves.countMode,
  deadline,
  /** What was asked about it last, and the answer. */
  question: lastQuestion,
  /** Whether any leave rule is on: without one, nothing more is read. */
  hasRules: sql<boolean>`exists (select from ${leaveRules} rule where rule.workspace_id = ${workspace} and rule.is_enabled)`,
  type: {
    name: nameFor(givenLanguage),
    color: leaveTypes.color,
    interrupts: leaveTypes.interrupts,
    unit: leaveTypes.unit,
  },
  person: {
    id: users.id,
    name: users.name,
    locationId: users.locationId,
    departmentId: users.departmentId,
    departmentName: departments.name,
    startDate: users.startDate,
    endDate: users.endDate,
    createdAt: users.createdAt,
    ...earningFields,
    patterns: patterned,
  },
  place: {
    timezone: locations.timezone,
    quotaReset: locations.quotaReset,
    yearStart: locations.yearStart,
    rolloverExpiry: locations.rolloverExpiry,
  },
  policy: leavePolicies,
  candidates: candidatesOf({
    departmentId: users.departmentId,
    locationId: users.locationId,
    approverId: users.approverId,
    decidedBy: leavePolicies.decidedBy,
  }),
};

type Which = SQL | undefined;

const isPolicy = and(
  eq(leavePolicies.leaveTypeId, typeAsked),
  eq(leavePolicies.locationId, leaves.locationId),
);
const isItsDepartment = sql`department.department_id = ${users.departmentId}`;

/** Leave that waits for the caller's decision. Joins only the tables that this condition needs. */
export const idsToDecide = (db: Db, kind: string) =>
  scoped(givenReachToDecide(kind), users)
    .select(db, { id: leaves.id })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .leftJoin(leavePolicies, isPolicy)
    .leftJoin(approversByLevel, isItsDepartment)
    .leftJoin(sql`${users} boss`, isManager)
    .leftJoin(representedManagers, sql`represented.manager_id = ${users.approverId}`)
    .leftJoin(adminsByLocation, sql`place.location_id = ${users.locationId}`)
    .leftJoin(administrators, sql`true`)
    .leftJoin(acting, sql`true`)
    .where(and(waits, mayDecide(kind), isOnTurn(kind)));

/** Leave that waits and that the caller may decide, with all facts that the decision depends on. */
export const requests = (db: Db, kind: string, which: Which) =>
  scoped(givenReachToDecide(kind), users)
    .select(db, fields)
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, typeAsked))
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .leftJoin(leavePolicies, isPolicy)
    .leftJoin(approversByLevel, isItsDepartment)
    .leftJoin(sql`${users} boss`, isManager)
    .leftJoin(representedManagers, sql`represented.manager_id = ${users.approverId}`)
    .leftJoin(adminsByLocation, sql`place.location_id = ${users.locationId}`)
    .leftJoin(administrators, sql`true`)
    .leftJoin(acting, sql`true`)
    .leftJoin(waitEnds, sql`wait.location_id = ${leaves.locationId} and wait.opened = ${openedOn}`)
    .where(and(waits, mayDecide(kind), which));

type StoredRequest = Awaited<ReturnType<typeof requests>>[number];

/** A request as it is decided: of a change, the leave as it would become. */
export type RequestRow = StoredRequest & {
  /** The leave as it is, with the count of each of its days. */
  stored: StoredRequest["leave"];
  storedCounts: StoredRequest["counts"];
};

/** Of a change that waits for consent, the leave as it would become. */
export const asAsked = (row: StoredRequest): RequestRow => {
  const { dayCounts, ...wanted } = row.leave.wantedChange ?? {};
  const asked = dayCounts ?? row.counts;
  return {
    ...row,
    stored: row.leave,
    storedCounts: row.counts,
    leave: { ...row.leave, ...wanted },
    counts: asked,
  };
};

/** Those who decide a row, as `findChain` finds them. */
export const chainOfRequest = ({ leave, person, policy, candidates }: RequestRow): Chain =>
  chainOfRow(
    { ownerId: person.id, isCancelling: isCancelling(leave) },
    policy ?? { ...unsaidRules, changesNeedConsent: false },
    candidates,
  );

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
  ...languageParam(ctx),
  isLead: isLead(ctx.actor.role),
  isAdmin: ctx.actor.role === "ADMIN",
  hasTwoLevels: hasTwoLevels(ctx),
  now: ctx.now().toISOString(),
  earliest: utcDay(plus(ctx.now(), -furthestWaitDays * day)),
});
