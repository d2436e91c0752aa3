import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/sql-parts";

/** What people of the workspace are called, by id. Whoever may see a thing may know its owner's name, so reach has no say. */
export async function findNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { id: users.id, name: users.name })
    .where(isAnyOf(users.id, [...new Set(ids)]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

type Owned = { ownerId: string };

/** Rows with the names of their owners. */
export async function withOwnerNames<R extends Owned>(ctx: Ctx, rows: readonly R[]) {
  const names = await findNames(
    ctx,
    rows.map(({ ownerId }) => ownerId),
  );
  return rows.map((row) => ({ ...row, ownerName: names.get(row.ownerId) ?? "" }));
}

/** One row with its owner's name. */
export async function withOwnerName<R extends Owned>(ctx: Ctx, row: R) {
  const names = await findNames(ctx, [row.ownerId]);
  return { ...row, ownerName: names.get(row.ownerId) ?? "" };
}
