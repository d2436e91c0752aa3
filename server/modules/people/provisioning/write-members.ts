import { and, eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { provisionedGroupMembers, provisionedGroups, provisionedPeople } from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { connectionOf } from "./admit-directory";

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;

/** Those of the given people whom the connection provisions. */
const insertMembers = statement<{ id: string }>(sql`
  insert into ${provisionedGroupMembers} (workspace_id, group_id, user_id)
  select ${workspace}, ${placeholder("groupId")}::uuid, p.user_id
  from ${provisionedPeople} p join ${users} u on u.workspace_id = p.workspace_id and u.id = p.user_id
  where p.workspace_id = ${workspace} and p.connection_id = ${placeholder("connectionId")}::uuid
    and p.user_id = any(${placeholder("userIds")}::uuid[]) and p.removed_at is null and u.status <> 'DELETED'
  on conflict do nothing returning user_id as id`);

/** What changed in a group. */
export interface MembersWritten {
  joined: string[];
  left: string[];
}

/**
 * Adds members to a group and takes others out of it. Who is not provisioned by the connection is left out (decision 2.26).
 * @returns whom that changed something for
 */
export async function writeMembers(
  tx: Ctx,
  groupId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<MembersWritten> {
  const { workspaceId } = tx.actor;
  const left =
    remove.length === 0
      ? []
      : await scoped(workspaceOf({ workspaceId }), provisionedGroupMembers)
          .delete(tx.db)
          .where(
            and(
              eq(provisionedGroupMembers.groupId, groupId),
              isAnyOf(provisionedGroupMembers.userId, remove),
            ),
          )
          .returning({ id: provisionedGroupMembers.userId });
  const given = { workspaceId, groupId, connectionId: connectionOf(tx), userIds: arrayOf(add) };
  const joined = add.length === 0 ? [] : await insertMembers(tx.db, given);
  return { joined: joined.map(({ id }) => id), left: left.map(({ id }) => id) };
}

/** Takes a person out of all groups of their directory. @returns the groups */
export async function writeWithoutGroups(tx: Ctx, userId: string): Promise<string[]> {
  const left = await scoped(workspaceOf(tx.actor), provisionedGroupMembers)
    .delete(tx.db)
    .where(eq(provisionedGroupMembers.userId, userId))
    .returning({ groupId: provisionedGroupMembers.groupId });
  const ids = left.map(({ groupId }) => groupId);
  if (ids.length > 0)
    await scoped(workspaceOf(tx.actor), provisionedGroups)
      .update(tx.db)
      .set({ version: sql`${provisionedGroups.version} + 1`, updatedAt: tx.now() })
      .where(isAnyOf(provisionedGroups.id, ids));
  return ids;
}
