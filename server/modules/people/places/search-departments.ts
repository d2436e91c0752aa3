import { sql } from "drizzle-orm";
import { departmentApprovers, departments } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { statement } from "@/server/kernel/database/db";
import { counted, type Listed, listed, type PageStart } from "@/server/kernel/database/list-order";
import { folded, holds, inNameOrder } from "@/server/kernel/database/name-search";
import { type DepartmentOverview, findDepartmentDetails } from "./find-department-details";
import type { DepartmentFilter } from "./schema";

/** A department in the tree, with its place. */
export interface DepartmentInTree extends DepartmentOverview {
  /** 0 without a parent. */
  depth: number;
  parentName: string | null;
}

interface Place {
  id: string;
  depth: number;
  parentName: string | null;
  sortKey: string;
}

const { placeholder } = sql;
/** Orders siblings by name, and every department after its parent. */
const step = sql`array[${inNameOrder(sql`d.name`)}, d.id::text]`;

const isNamed = sql`(${holds(folded(sql`tree.name`), placeholder("q"))} or exists (
  select 1 from ${departmentApprovers} a join ${users} u on u.workspace_id = a.workspace_id and u.id = a.user_id
  where a.workspace_id = ${placeholder("workspaceId")}::uuid and a.department_id = tree.id
    and ${holds(sql`u.search_name`, placeholder("q"))}))`;

/** Without an approver who decides first. */
const isUndecided = sql`not exists (
  select 1 from ${departmentApprovers} a
  where a.workspace_id = ${placeholder("workspaceId")}::uuid and a.department_id = tree.id and a.level = 1)`;

const findPlaces = statement<Place>(sql`
  with recursive tree(id, name, depth, parent_name, path) as (
    select d.id, d.name, 0, null::text collate "C", ${step}
    from ${departments} d where d.workspace_id = ${placeholder("workspaceId")}::uuid and d.parent_id is null
    union all
    select d.id, d.name, tree.depth + 1, tree.name, tree.path || ${step}
    from ${departments} d join tree
    on d.workspace_id = ${placeholder("workspaceId")}::uuid and d.parent_id = tree.id)
  select tree.id, tree.depth, tree.parent_name as "parentName", tree.path::text as "sortKey" from tree
  where ${isNamed} and (${placeholder("approvers")}::text = 'any' or ${isUndecided})
    and tree.path > ${placeholder("after")}::text[]
  order by tree.path limit ${placeholder("rows")}`);

/**
 * A page of the departments with a text in their name or in that of an approver, on request those without one: in the order of the tree,
 * siblings by name.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function searchDepartments(
  ctx: Ctx,
  { q, approvers }: DepartmentFilter,
  start: PageStart,
): Promise<Listed<DepartmentInTree>> {
  requireAdmin(ctx);
  const { workspaceId } = ctx.actor;
  const places = await findPlaces(ctx.db, {
    workspaceId,
    q,
    approvers,
    after: start.after?.key ?? "{}",
    rows: start.limit + 1,
  });
  const page = await listed([...places], start, () =>
    scoped(workspaceOf(ctx.actor), departments).select(ctx.db, counted).where(undefined),
  );
  const details = await findDepartmentDetails(
    ctx,
    page.items.map(({ id }) => id),
  );
  const byId = new Map(details.map((one) => [one.id, one]));
  return {
    ...page,
    // A department may have been deleted in between.
    items: page.items.flatMap(({ id, depth, parentName }) => {
      const found = byId.get(id);
      return found ? [{ ...found, depth, parentName }] : [];
    }),
  };
}
