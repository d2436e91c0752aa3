import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { departmentApprovers, locationAdmins, locations } from "@/drizzle/schema/directory";
import { leavePolicies, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { DecidedBy } from "@/drizzle/schema/values";
import { isInApp } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { reaches } from "@/server/access/reach";
import { delegationsToday, standIns, todayAt } from "@/server/access/stand-ins";
import { statement } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { isApprovedFullDay, touchesInHalves, wholeDays } from "@/server/modules/leave/calendars/away";
import { chainOf, type DecisionRules, type DepartmentApprover, othersOf, unsaidRules } from "./approvers";
import type { LeaveRow } from "./store";
import { isCancelling } from "./transitions";

/** An approver with the details that a waiting employee sees. */
export interface NamedApprover extends DepartmentApprover {
  name: string;
  /** Where they work, which decides who may see their name. */
  locationId: string;
  departmentId: string;
  /** The last day of their approved leave if they are on leave today, `YYYY-MM-DD`; otherwise null. */
  awayUntil: string | null;
}

/** An approver whose name may be hidden from the caller. */
export type ShownApprover = Omit<NamedApprover, "name"> & { name: string | null };

/** In the app, people see who decides their leave. A key sees no names beyond its reach. */
const showApprover = ({ actor, reach }: Ctx, approver: NamedApprover): ShownApprover =>
  isInApp(actor) || reaches(reach, { ...approver, id: approver.userId })
    ? approver
    : { ...approver, name: null };

/** The people who may decide a person's leave, each once per level, as an approver rather than as a stand-in. */
export function showApprovers(
  ctx: Ctx,
  ownerId: string,
  approvers: readonly NamedApprover[],
): ShownApprover[] {
  const shown = new Map<string, NamedApprover>();
  for (const one of othersOf({ ownerId, approvers })) {
    const key = `${one.level} ${one.userId}`;
    if (!shown.has(key)) shown.set(key, one);
  }
  return [...shown.values()].map((one) => showApprover(ctx, one));
}

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;

/**
 * Rows for a statement's FROM: the active approvers of every department with their level, and their stand-ins today. Needs the placeholders
 * `workspaceId` and `now`.
 */
export const activeApprovers: SQL = sql`(
  select da.workspace_id, da.department_id, da.user_id, da.level, null::uuid as stands_in_for from ${departmentApprovers} da
  join ${users} one on one.workspace_id = da.workspace_id and one.id = da.user_id and one.status = 'ACTIVE'
  where da.workspace_id = ${workspace}
  union all
  select distinct workspace_id, department_id, user_id, level, stands_in_for from ${standIns} stand_in
  where stand_in.workspace_id = ${workspace})`;

const awayToday = touchesInHalves(sql`here.today`, sql`here.today`).map(
  (days) => sql`(select max(${wholeDays.last}) from ${leaves} where ${leaves.workspaceId} = ${workspace}
    and ${leaves.userId} = one.id and ${isApprovedFullDay} and ${days}
    and here.today between ${wholeDays.first} and ${wholeDays.last})`,
);

/** Only full days of leave keep an approver from deciding. */
const awayUntil = sql`greatest(${sql.join(awayToday, sql`, `)})::text`;

/** The person whose leave is decided, and who decides leave of its type, as columns of the outer query. */
export interface Decided {
  departmentId: AnyColumn | SQL;
  locationId: AnyColumn | SQL;
  /** The person's manager. */
  approverId: AnyColumn | SQL;
  /** Null without a policy. */
  decidedBy: AnyColumn | SQL;
}

/** Whether the department decides. */
export const isByDepartment = (decidedBy: AnyColumn | SQL): SQL =>
  sql`coalesce(${decidedBy} = 'DEPARTMENT', true)`;

/** Rows for FROM: everyone who may decide leave of the outer query's person, with the source of their right. */
const candidates = ({ departmentId, locationId, approverId, decidedBy }: Decided): SQL => sql`(
  select listed.user_id, listed.level, listed.stands_in_for, 'DEPARTMENT' as source from ${activeApprovers} listed
    where listed.department_id = ${departmentId} and ${isByDepartment(decidedBy)}
  union all
  select boss.id, 1, null::uuid, 'MANAGER' from ${users} boss
    where boss.workspace_id = ${workspace} and boss.id = ${approverId} and ${isByDepartment(decidedBy)}
  union all
  select given.user_id, 1, given.stands_in_for, 'MANAGER' from ${delegationsToday} given
    where given.workspace_id = ${workspace} and given.stands_in_for = ${approverId}
      and (given.department_id is null or given.department_id = ${departmentId}) and ${isByDepartment(decidedBy)}
  union all
  select appointed.user_id, 1, null::uuid, 'LOCATION_ADMIN' from ${locationAdmins} appointed
    where appointed.workspace_id = ${workspace} and appointed.location_id = ${locationId} and ${decidedBy} = 'LOCATION_ADMINS'
  union all
  select admin.id, 1, null::uuid, 'ADMIN' from ${users} admin
    where admin.workspace_id = ${workspace} and admin.is_admin and not ${isByDepartment(decidedBy)})`;

/**
 * A column: everyone active who may decide, as `NamedApprover`s, by level and name: the input of `chainOf`. Needs the placeholders
 * `workspaceId` and `now`.
 */
export const candidatesOf = (decided: Decided) =>
  sql<
    NamedApprover[]
  >`${sql`(select coalesce(json_agg(json_build_object('userId', one.id, 'level', acting.level, 'standsInFor', acting.stands_in_for,
      'source', acting.source, 'name', one.name,
      'locationId', one.location_id, 'departmentId', one.department_id, 'awayUntil', ${awayUntil})
      order by acting.level, acting.stands_in_for is not null, ${inNameOrder(sql`one.name`)}, one.id), '[]')
    from ${candidates(decided)} acting
    join ${users} one on one.workspace_id = ${workspace} and one.id = acting.user_id and one.status = 'ACTIVE'
    join ${locations} place on place.workspace_id = ${workspace} and place.id = one.location_id
    cross join lateral (select ${todayAt(sql`place.timezone`)} as today) here)`}`;

/** Those who decide a leave, and who else may because they lead. */
export interface Chain {
  decidedBy: DecidedBy;
  approvers: NamedApprover[];
  /** Whether the person needs an approver's consent to cancel or change approved leave. */
  changesNeedConsent: boolean;
}

/** The leave type and the location whose policy applies. */
export interface LeaveKind {
  leaveTypeId: string;
  locationId: string;
  /** Its cancellation waits for consent, which one level gives. */
  isCancelling?: boolean;
}

/** The kind of a stored leave. Who decides leave of a type decides that other leave becomes of it. */
export const kindOf = (
  leave: Pick<LeaveRow, "leaveTypeId" | "locationId" | "status" | "cancelAskedAt" | "wantedChange">,
): LeaveKind => ({
  leaveTypeId: leave.wantedChange?.leaveTypeId ?? leave.leaveTypeId,
  locationId: leave.locationId,
  isCancelling: isCancelling(leave),
});

const query = statement<DecisionRules & { changesNeedConsent: boolean; candidates: NamedApprover[] }>(
  sql`select coalesce(policy.decided_by::text, 'DEPARTMENT') as "decidedBy", coalesce(policy.approval_levels, 2) as "approvalLevels",
    coalesce(policy.changes_need_consent, false) as "changesNeedConsent",
    ${candidatesOf({
      departmentId: sql`owner.department_id`,
      locationId: sql`owner.location_id`,
      approverId: sql`owner.approver_id`,
      decidedBy: sql`policy.decided_by`,
    })} as candidates
  from ${users} owner
  left join ${leavePolicies} policy on policy.workspace_id = ${workspace}
    and policy.leave_type_id = ${placeholder("leaveTypeId")}::uuid and policy.location_id = ${placeholder("locationId")}::uuid
  where owner.workspace_id = ${workspace} and owner.id = ${placeholder("ownerId")}::uuid`,
);

/** Those who decide a person's leave of a type now, and their stand-ins, by level and name (decision 7.16). */
export async function findChain({ db, actor, now }: Ctx, ownerId: string, kind: LeaveKind): Promise<Chain> {
  const { leaveTypeId, locationId, isCancelling = false } = kind;
  const [found] = await query(db, {
    ...{ workspaceId: actor.workspaceId, ownerId, leaveTypeId, locationId },
    now: now().toISOString(),
  });
  const { candidates: all, ...rules } = found ?? {
    ...unsaidRules,
    changesNeedConsent: false,
    candidates: [],
  };
  return chainOfRow({ ownerId, isCancelling }, rules, all);
}

/** A row of `candidatesOf` as a chain. */
export const chainOfRow = (
  { ownerId, isCancelling }: { ownerId: string; isCancelling: boolean },
  { decidedBy, approvalLevels, changesNeedConsent }: DecisionRules & { changesNeedConsent: boolean },
  all: readonly NamedApprover[],
): Chain => ({
  decidedBy,
  changesNeedConsent,
  approvers: chainOf(ownerId, { decidedBy, approvalLevels: isCancelling ? 1 : approvalLevels }, all),
});
