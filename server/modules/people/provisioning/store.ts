import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { provisionedGroupMembers, provisionedGroups, provisionedPeople } from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { readAs } from "@/server/kernel/database/row-reader";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { connectionOf } from "./admit-directory";
import type { GroupOfUser } from "./present";

/** The workspace is given to each subquery: Citus finds no other table's there. */
const fieldsIn = (ctx: Ctx) => ({
  userId: provisionedPeople.userId,
  attributes: provisionedPeople.attributes,
  isActive: sql<boolean>`${users.status} = 'ACTIVE'`,
  groups: sql<GroupOfUser[]>`coalesce((
    select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.display_name) order by g.created_at, g.id)
    from ${provisionedGroupMembers} m join ${provisionedGroups} g
      on g.workspace_id = m.workspace_id and g.id = m.group_id
    where m.workspace_id = ${ctx.actor.workspaceId}::uuid and m.user_id = ${provisionedPeople.userId}), '[]'::jsonb)`,
  createdAt: provisionedPeople.createdAt,
  // Also a deactivation by hand is a change of the resource.
  updatedAt: readAs(
    sql<Date>`greatest(${provisionedPeople.updatedAt}, ${users.updatedAt})`,
    provisionedPeople.updatedAt,
  ),
});

/** The directory's people who are not deleted, here or there. */
export const ofDirectory = (ctx: Ctx): SQL | undefined =>
  and(
    eq(provisionedPeople.connectionId, connectionOf(ctx)),
    isNull(provisionedPeople.removedAt),
    ne(users.status, "DELETED"),
  );

/** A query on a directory's people. */
export const selectProvisioned = (ctx: Ctx) =>
  scoped(workspaceOf(ctx.actor), provisionedPeople)
    .select(ctx.db, fieldsIn(ctx))
    .innerJoin(users, eq(users.id, provisionedPeople.userId));

/** A page of a list, and how many rows it has in all. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** Reads a page. One that is not full says how many there are without counting. */
export async function readPage<Row>(
  { skip, take }: { skip: number; take: number },
  page: PromiseLike<Row[]>,
  counting: PromiseLike<{ total: number }[]>,
): Promise<Page<Row>> {
  const rows = take === 0 ? [] : await page;
  if (rows.length > 0 && rows.length < take) return { rows, total: skip + rows.length };
  const [counted] = await counting;
  return { rows, total: counted?.total ?? 0 };
}

/** The directory's groups. */
export const groupsOfDirectory = (ctx: Ctx): SQL => eq(provisionedGroups.connectionId, connectionOf(ctx));

/** A query on a directory's groups, without their members. */
export const selectGroups = (ctx: Ctx) =>
  scoped(workspaceOf(ctx.actor), provisionedGroups).select(ctx.db, {
    id: provisionedGroups.id,
    displayName: provisionedGroups.displayName,
    externalId: provisionedGroups.externalId,
    version: provisionedGroups.version,
    createdAt: provisionedGroups.createdAt,
    updatedAt: provisionedGroups.updatedAt,
  });

/** The ids of the members of groups, by group. */
export async function findMembers(ctx: Ctx, groupIds: readonly string[]): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>(groupIds.map((id) => [id, []]));
  if (groupIds.length === 0) return members;
  const rows = await scoped(workspaceOf(ctx.actor), provisionedGroupMembers)
    .select(ctx.db, {
      groupId: provisionedGroupMembers.groupId,
      userId: provisionedGroupMembers.userId,
    })
    .where(isAnyOf(provisionedGroupMembers.groupId, groupIds))
    .orderBy(provisionedGroupMembers.groupId, provisionedGroupMembers.userId);
  for (const { groupId, userId } of rows) members.get(groupId)?.push(userId);
  return members;
}
