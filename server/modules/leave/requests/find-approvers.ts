import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { departmentApprovers, locations } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { isInApp } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { reaches } from "@/server/access/reach";
import { standIns, todayAt } from "@/server/access/stand-ins";
import { statement } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { type DepartmentApprover, othersOf } from "./approvers";
import { isApprovedFullDay, touchesInHalves } from "./away";

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
  (days) => sql`(select max(${leaves.endDate}) from ${leaves} where ${leaves.workspaceId} = ${workspace}
    and ${leaves.userId} = one.id and ${isApprovedFullDay} and ${days})`,
);

/** Only full days of leave keep an approver from deciding. */
const awayUntil = sql`greatest(${sql.join(awayToday, sql`, `)})::text`;

/**
 * A column: the active approvers of a department as `NamedApprover`s, by level and name. Needs the placeholders `workspaceId` and `now`.
 */
export const approversOf = (departmentId: AnyColumn | SQL) =>
  sql<
    NamedApprover[]
  >`${sql`(select coalesce(json_agg(json_build_object('userId', one.id, 'level', acting.level, 'standsInFor', acting.stands_in_for, 'name', one.name,
      'locationId', one.location_id, 'departmentId', one.department_id, 'awayUntil', ${awayUntil})
      order by acting.level, acting.stands_in_for is not null, ${inNameOrder(sql`one.name`)}, one.id), '[]')
    from ${activeApprovers} acting
    join ${users} one on one.workspace_id = ${workspace} and one.id = acting.user_id
    join ${locations} place on place.workspace_id = ${workspace} and place.id = one.location_id
    cross join lateral (select ${todayAt(sql`place.timezone`)} as today) here
    where acting.department_id = ${departmentId})`}`;

const query = statement<{ approvers: NamedApprover[] }>(
  sql`select ${approversOf(sql`${placeholder("departmentId")}::uuid`)} as approvers`,
);

/** The active approvers of a department and their stand-ins, by level and name. */
export async function findApprovers({ db, actor, now }: Ctx, departmentId: string): Promise<NamedApprover[]> {
  const [found] = await query(db, {
    workspaceId: actor.workspaceId,
    departmentId,
    now: now().toISOString(),
  });
  return found?.approvers ?? [];
}
