import { and, asc, eq, like } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";

const shownAtMost = 20;

/** Pending writes of the signed-in user's keys, oldest first. @param path of the resource; paths below it count too */
export async function listPendingWrites(ctx: Ctx, path: string) {
  const { userId } = ctx.actor;
  if (userId === null) return [];
  return scoped(workspaceOf(ctx.actor), operations)
    .select(ctx.db, { id: operations.id, path: operations.path, body: operations.body })
    .where(
      and(
        eq(operations.status, "PENDING"),
        eq(operations.ownerId, userId),
        like(operations.path, `${path}%`),
      ),
    )
    .orderBy(asc(operations.createdAt))
    .limit(shownAtMost);
}
