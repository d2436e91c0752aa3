import { sql } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { statement } from "@/server/kernel/database/db";
import {
  beginningFirst,
  type FoundNames,
  folded,
  foundNames,
  holds,
  inNameOrder,
} from "@/server/kernel/database/name-search";
import type { ParentSearch } from "./schema";

/** A department that can be the parent of another. */
export interface ParentChoice {
  id: string;
  name: string;
  /** Its own parent's, to tell namesakes apart. */
  parentName: string | null;
}

const { placeholder } = sql;
const here = sql`${placeholder("workspaceId")}::uuid`;
const name = folded(sql`d.name`);

const search = statement<ParentChoice>(sql`
  with recursive below(id) as (
    select ${placeholder("of")}::uuid
    union
    select d.id from ${departments} d join below on d.workspace_id = ${here} and d.parent_id = below.id)
  select d.id, d.name, p.name as "parentName" from ${departments} d
  left join ${departments} p on p.workspace_id = ${here} and p.id = d.parent_id
  where d.workspace_id = ${here} and ${holds(name, placeholder("text"))}
    and not exists (select 1 from below where below.id = d.id)
  order by ${beginningFirst(name, placeholder("text"))}, ${inNameOrder(sql`d.name`)}, d.id
  limit ${placeholder("rows")}`);

/**
 * Departments that a department can be part of: neither itself nor one below it.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function searchParents(
  ctx: Ctx,
  { text = "", limit, of }: ParentSearch,
): Promise<FoundNames<ParentChoice>> {
  requireAdmin(ctx);
  const { workspaceId } = ctx.actor;
  return foundNames(
    [...(await search(ctx.db, { workspaceId, text, of: of ?? null, rows: limit + 1 }))],
    limit,
  );
}
