import { sql } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { departmentApprovers, departments } from "@/drizzle/schema/directory";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import { oauthGrants } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { sessions } from "@/drizzle/schema/signin";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { statement } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { ApiError } from "@/server/kernel/errors";
import { findPerson } from "./find-people";

/** What ends and what stays when a user is deactivated. */
export interface AccessCount {
  /** Browsers with a live sign-in. */
  sessionCount: number;
  keyCount: number;
  appCount: number;
  webhookCount: number;
  /** Departments left without an approver: administrators and location admins decide there. */
  orphanedDepartments: string[];
  /** Approved and pending leave from today on, which stays. */
  leaveCount: number;
}

const { placeholder } = sql;
const [workspace, user, now] = [
  sql`${placeholder("workspaceId")}::uuid`,
  sql`${placeholder("userId")}::uuid`,
  sql`${placeholder("now")}::timestamptz`,
];

const query = statement<AccessCount>(sql`select
  (select count(*)::int from ${sessions} s where s.workspace_id = ${workspace} and s.user_id = ${user}
    and s.revoked_at is null and s.expires_at > ${now}) as "sessionCount",
  (select count(*)::int from ${apiKeys} k where k.workspace_id = ${workspace} and k.owner_id = ${user}
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})) as "keyCount",
  (select count(distinct g.client_id)::int from ${oauthGrants} g where g.workspace_id = ${workspace} and g.user_id = ${user}
    and g.revoked_at is null and g.expires_at > ${now}) as "appCount",
  (select count(*)::int from ${webhooks} w where w.workspace_id = ${workspace} and w.owner_id = ${user}
    and w.status = 'active') as "webhookCount",
  array(select d.name from ${departmentApprovers} own
    join ${departments} d on d.workspace_id = own.workspace_id and d.id = own.department_id
    where own.workspace_id = ${workspace} and own.user_id = ${user} and not exists (select 1 from ${departmentApprovers} other
      join ${users} u on u.workspace_id = other.workspace_id and u.id = other.user_id and u.status = 'ACTIVE'
      where other.workspace_id = own.workspace_id and other.department_id = own.department_id and other.user_id <> own.user_id)
    order by ${inNameOrder(sql`d.name`)}) as "orphanedDepartments",
  (select count(*)::int from ${leaves} l where l.workspace_id = ${workspace} and l.user_id = ${user}
    and ${isInEffect(sql`l.status`)} and l.end_date >= ${now}::date) as "leaveCount"`);

/**
 * Counts what depends on a user's access, for the confirmation before it ends.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND
 */
export async function countAccess(ctx: Ctx, id: string): Promise<AccessCount> {
  requireRight(ctx, "users:write");
  const person = await findPerson(ctx, id);
  if (!person?.isManaged) throw new ApiError("RESOURCE_NOT_FOUND");
  const [found] = await query(ctx.db, {
    workspaceId: ctx.actor.workspaceId,
    userId: id,
    now: ctx.now().toISOString(),
  });
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  return found;
}
