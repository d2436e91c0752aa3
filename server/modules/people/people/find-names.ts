import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";

/** Names of the workspace's people, by id. Reach does not apply: a user who may see a record may see its owner's name. */
export async function findNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { id: users.id, name: users.name })
    .where(isAnyOf(users.id, [...new Set(ids)]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Adds the owner's name to a row. */
export async function withOwnerName<R extends { ownerId: string }>(ctx: Ctx, row: R) {
  const names = await findNames(ctx, [row.ownerId]);
  return { ...row, ownerName: names.get(row.ownerId) ?? "" };
}
