import { and, asc, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { provisionedGroupMembers, provisionedGroups, provisionedPeople } from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import {
  buildCondition,
  type Comparing,
  compared,
  comparedId,
  comparedTime,
  isTrue,
  type Source,
} from "./build-condition";
import type { Filter } from "./filter";
import type { ProvisionedRow } from "./present";
import { ofDirectory, type Page, readPage, selectProvisioned } from "./store";

function compare(path: string, filter: Comparing): SQL | null {
  switch (path) {
    case "id":
      return comparedId(sql`${provisionedPeople.userId}`, "user", filter);
    case "userName":
      return compared(sql`${provisionedPeople.userName}`, filter, false);
    case "externalId":
      return compared(sql`${provisionedPeople.externalId}`, filter, true);
    case "active":
      return (filter.with === "ne") === isTrue(filter.value)
        ? sql`${users.status} <> 'ACTIVE'`
        : sql`${users.status} = 'ACTIVE'`;
    case "meta.created":
      return comparedTime(sql`${provisionedPeople.createdAt}`, filter);
    case "meta.lastModified":
      return comparedTime(sql`greatest(${provisionedPeople.updatedAt}, ${users.updatedAt})`, filter);
    default:
      return null;
  }
}

/** The groups of a person as elements of `groups`. */
const groupsIn = (ctx: Ctx) => ({
  some: (holds: SQL) => sql`exists (
    select from ${provisionedGroupMembers} m join ${provisionedGroups} g
      on g.workspace_id = m.workspace_id and g.id = m.group_id
    where m.workspace_id = ${ctx.actor.workspaceId}::uuid and m.user_id = ${provisionedPeople.userId} and ${holds})`,
  element: {
    json: sql`jsonb_build_object('type', 'direct')`,
    compare: (path: string, filter: Comparing) =>
      path === "value"
        ? comparedId(sql`m.group_id`, "group", filter)
        : path === "display"
          ? compared(sql`g.display_name`, filter, false)
          : null,
  },
});

const sourceIn = (ctx: Ctx): Source => ({
  json: sql`${provisionedPeople.attributes}`,
  compare,
  always: ["id", "userName", "active", "meta"],
  lists: { groups: groupsIn(ctx) },
});

/**
 * The directory's people that a filter selects, in the order of their creation.
 * @param page `skip` rows, then at most `take`
 */
export function listProvisioned(
  ctx: Ctx,
  filter: Filter | null,
  page: { skip: number; take: number },
): Promise<Page<ProvisionedRow>> {
  const which = and(ofDirectory(ctx), filter ? buildCondition(filter, sourceIn(ctx)) : undefined);
  const counting = scoped(workspaceOf(ctx.actor), provisionedPeople)
    .select(ctx.db, { total: sql<number>`count(*)::int` })
    .innerJoin(users, sql`${users.id} = ${provisionedPeople.userId}`)
    .where(which);
  const rows = selectProvisioned(ctx)
    .where(which)
    .orderBy(asc(provisionedPeople.createdAt), asc(provisionedPeople.userId))
    .limit(page.take)
    .offset(page.skip);
  return readPage(page, rows, counting);
}
