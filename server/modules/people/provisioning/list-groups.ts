import { and, asc, type SQL, sql } from "drizzle-orm";
import { provisionedGroupMembers, provisionedGroups } from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import {
  buildCondition,
  type Comparing,
  compared,
  comparedId,
  comparedTime,
  type Source,
} from "./build-condition";
import type { Filter } from "./filter";
import type { GroupRow } from "./present";
import { findMembers, groupsOfDirectory, type Page, readPage, selectGroups } from "./store";

function compare(path: string, filter: Comparing): SQL | null {
  switch (path) {
    case "id":
      return comparedId(sql`${provisionedGroups.id}`, "group", filter);
    case "displayName":
      return compared(sql`${provisionedGroups.displayName}`, filter, false);
    case "externalId":
      return compared(sql`${provisionedGroups.externalId}`, filter, true);
    case "meta.created":
      return comparedTime(sql`${provisionedGroups.createdAt}`, filter);
    case "meta.lastModified":
      return comparedTime(sql`${provisionedGroups.updatedAt}`, filter);
    default:
      return null;
  }
}

/** `members` without reading them: Entra asks by `members eq "…"` whether someone is in a group. */
const membersIn = (ctx: Ctx) => ({
  some: (holds: SQL) => sql`exists (select from ${provisionedGroupMembers} m
    where m.workspace_id = ${ctx.actor.workspaceId}::uuid and m.group_id = ${provisionedGroups.id} and ${holds})`,
  element: {
    json: sql`jsonb_build_object('type', 'User')`,
    compare: (path: string, filter: Comparing) =>
      path === "value" ? comparedId(sql`m.user_id`, "user", filter) : null,
  },
});

const sourceIn = (ctx: Ctx): Source => ({
  json: sql`'{}'::jsonb`,
  compare,
  always: ["id", "displayName", "meta"],
  lists: { members: membersIn(ctx) },
});

/**
 * The directory's groups that a filter selects, in the order of their creation.
 * @param page `skip` rows, then at most `take`
 * @param withMembers whether their members are read
 */
export async function listGroups(
  ctx: Ctx,
  filter: Filter | null,
  page: { skip: number; take: number },
  withMembers: boolean,
): Promise<Page<GroupRow>> {
  const which = and(groupsOfDirectory(ctx), filter ? buildCondition(filter, sourceIn(ctx)) : undefined);
  const counting = scoped(workspaceOf(ctx.actor), provisionedGroups)
    .select(ctx.db, { total: sql<number>`count(*)::int` })
    .where(which);
  const found = selectGroups(ctx)
    .where(which)
    .orderBy(asc(provisionedGroups.createdAt), asc(provisionedGroups.id))
    .limit(page.take)
    .offset(page.skip);
  const { rows, total } = await readPage(page, found, counting);
  const ids = withMembers ? rows.map(({ id }) => id) : [];
  const byGroup = await findMembers(ctx, ids);
  return { rows: rows.map((row) => ({ ...row, memberIds: byGroup.get(row.id) ?? null })), total };
}
