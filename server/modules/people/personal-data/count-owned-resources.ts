import { eq, sql } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { delegations } from "@/drizzle/schema/delegations";
import { departmentApprovers, departments, locationAdmins, locations } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { notifications } from "@/drizzle/schema/notifications";
import { oauthGrants } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { statement } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { ApiError } from "@/server/kernel/errors";
import type { OwnedResources } from "./schema";

const { placeholder } = sql;
const [workspace, user, email, now] = [
  sql`${placeholder("workspaceId")}::uuid`,
  sql`${placeholder("userId")}::uuid`,
  sql`lower(${placeholder("email")}::text)`,
  sql`${placeholder("now")}::timestamptz`,
];

const query = statement<OwnedResources>(sql`select
  (select count(*)::int from ${apiKeys} k where k.workspace_id = ${workspace} and k.owner_id = ${user}
    and k.revoked_at is null) as "keyCount",
  (select count(*)::int from ${webhooks} w where w.workspace_id = ${workspace} and w.owner_id = ${user}
    and w.revoked_at is null) as "webhookCount",
  (select count(distinct g.client_id)::int from ${oauthGrants} g where g.workspace_id = ${workspace} and g.user_id = ${user}
    and g.revoked_at is null and g.expires_at > ${now}) as "appCount",
  (select count(*)::int from ${calendarFeeds} f where f.workspace_id = ${workspace} and f.user_id = ${user}
    and f.ended_at is null) as "feedCount",
  (select count(*)::int from ${notifications} n where n.workspace_id = ${workspace} and n.owner_id = ${user}) as "notificationCount",
  (select count(*)::int from ${scheduledReports} r where r.workspace_id = ${workspace} and r.owner_id = ${user}) as "reportCount",
  (select count(*)::int from ${notifications} n where n.workspace_id = ${workspace} and n.owner_id <> ${user}
    and exists (select from jsonb_array_elements(n.destinations) d, jsonb_array_elements_text(d -> 'addresses') a
      where d ->> 'platform' = 'email' and lower(a) = ${email}))
  + (select count(*)::int from ${scheduledReports} r where r.workspace_id = ${workspace} and r.owner_id <> ${user}
    and exists (select from unnest(r.recipients) a where lower(a) = ${email})) as "recipientCount",
  (select count(*)::int from ${delegations} d where d.workspace_id = ${workspace} and ${user} in (d.user_id, d.stand_in_id)
    and d.ended_at is null and d.end_date >= ${now}::date) as "delegationCount",
  array(select d.name from ${departmentApprovers} p
    join ${departments} d on d.workspace_id = p.workspace_id and d.id = p.department_id
    where p.workspace_id = ${workspace} and p.user_id = ${user} order by ${inNameOrder(sql`d.name`)}) as "approvedDepartments",
  array(select l.name from ${locationAdmins} p
    join ${locations} l on l.workspace_id = p.workspace_id and l.id = p.location_id
    where p.workspace_id = ${workspace} and p.user_id = ${user} order by ${inNameOrder(sql`l.name`)}) as "managedLocations",
  (select count(*)::int from ${leaves} l
    join ${departmentApprovers} p on p.workspace_id = l.workspace_id and p.department_id = l.department_id
      and p.user_id = ${user} and p.level = l.approved_level + 1
    where l.workspace_id = ${workspace} and l.status = 'OPEN' and l.user_id <> ${user}) as "waitingCount",
  (select count(*)::int from ${leaves} l where l.workspace_id = ${workspace} and l.user_id = ${user}) as "leaveCount"`);

/**
 * Counts what depends on a user, for the confirmation before an erasure: all of it ends or is deleted, except their leave.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND
 */
export async function countOwnedResources(ctx: Ctx, userId: string): Promise<OwnedResources> {
  requireAdmin(ctx);
  const { workspaceId } = ctx.actor;
  const [person] = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { email: users.email })
    .where(eq(users.id, userId));
  if (!person) throw new ApiError("RESOURCE_NOT_FOUND");
  const [counted] = await query(ctx.db, {
    workspaceId,
    userId,
    email: person.email,
    now: ctx.now().toISOString(),
  });
  if (!counted) throw new Error("A statement of counts has one row");
  return counted;
}
