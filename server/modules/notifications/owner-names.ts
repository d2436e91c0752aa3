import { and, eq, inArray } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import type { NotificationRow } from "./store";

/** Notifications with the names of their owners. */
export async function withOwnerNames(
  ctx: Ctx,
  rows: readonly NotificationRow[],
): Promise<(NotificationRow & { ownerName: string })[]> {
  const ids = [...new Set(rows.map(({ ownerId }) => ownerId))];
  const found = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.workspaceId, ctx.actor.workspaceId), inArray(users.id, ids)));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, ownerName: names.get(row.ownerId) ?? "" }));
}
