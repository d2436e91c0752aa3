import { type AnyColumn, eq, type SQL, sql } from "drizzle-orm";
import { delegations } from "@/drizzle/schema/delegations";
import { departmentApprovers, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { preparedBy } from "@/server/kernel/database/db";
import type { Ctx } from "./ctx";
import { givenWorkspace } from "./reach";
import { scoped } from "./scoped";

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;

/** An SQL expression: today's date in a timezone. Without `now` it requires the placeholder `now`. */
export const todayAt = (timezone: AnyColumn | SQL, now?: Date): SQL =>
  sql`(${now?.toISOString() ?? placeholder("now")}::timestamptz at time zone ${timezone})::date`;

/** The delegations of today, of active approvers to active stand-ins. It requires the placeholders `workspaceId` and `now`. */
export const delegationsToday: SQL = sql`(
  select d.workspace_id, d.id as delegation_id, d.department_id, d.stand_in_id as user_id, d.user_id as stands_in_for
  from ${delegations} d
  join ${users} approver on approver.workspace_id = d.workspace_id and approver.id = d.user_id and approver.status = 'ACTIVE'
  join ${users} stand_in on stand_in.workspace_id = d.workspace_id and stand_in.id = d.stand_in_id and stand_in.status = 'ACTIVE'
  join ${locations} place on place.workspace_id = approver.workspace_id and place.id = approver.location_id
  where d.workspace_id = ${workspace} and d.ended_at is null
    and ${todayAt(sql`place.timezone`)} between d.start_date and d.end_date)`;

/**
 * A subquery for FROM: today's stand-ins, each with the approver, the department and the approver's level (decision 12.7). Only active
 * approvers and stand-ins; a stand-in's stand-in is excluded. It requires the placeholders `workspaceId` and `now`.
 */
export const standIns: SQL = sql`(
  select d.workspace_id, d.delegation_id, da.department_id, d.user_id, da.level, d.stands_in_for
  from ${delegationsToday} d
  join ${departmentApprovers} da on da.workspace_id = d.workspace_id and da.user_id = d.stands_in_for
    and da.department_id = coalesce(d.department_id, da.department_id)
  where da.workspace_id = ${workspace})`;

/**
 * A column: the departments where a person decides because they were named, as a stand-in today or as the manager of someone there, or as
 * the manager's stand-in. It requires the placeholders `workspaceId` and `now`.
 */
export const namedDepartments = (person: AnyColumn) =>
  sql<string[]>`${sql`array(select acting.department_id from ${standIns} acting
      where acting.workspace_id = ${workspace} and acting.user_id = ${person}
    union select led.department_id from ${users} led
      where led.workspace_id = ${workspace} and led.status <> 'DELETED' and (led.approver_id = ${person} or led.approver_id in (
        select given.stands_in_for from ${delegationsToday} given
        where given.workspace_id = ${workspace} and given.user_id = ${person})))`}`;

const query = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, { ids: namedDepartments(users.id) })
    .where(eq(users.id, placeholder("userId")))
    .prepare("load_stand_ins"),
);

/** Adds the departments where the caller was named to decide, for callers without a session that supplies them. */
export async function withNamedDepartments(ctx: Ctx): Promise<Ctx> {
  const { workspaceId, userId } = ctx.actor;
  const [row] = await query(ctx.db).execute({ workspaceId, userId, now: ctx.now().toISOString() });
  return { ...ctx, actor: { ...ctx.actor, namedDepartmentIds: row?.ids ?? [] } };
}
