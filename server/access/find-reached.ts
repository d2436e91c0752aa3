import { users } from "@/drizzle/schema/people";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { Ctx } from "./ctx";
import { scoped } from "./scoped";

/** Those of these people who are within the caller's reach. */
export async function findReached(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await scoped(ctx.reach, users)
    .select(ctx.db, { id: users.id })
    .where(isAnyOf(users.id, [...new Set(ids)]));
  return new Set(rows.map(({ id }) => id));
}
