import { and, eq, gt } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { day, plus } from "@/server/kernel/clock";
import { ApiError } from "@/server/kernel/errors";

/** Operations can be read for this long (decision 4.11). */
export const keptMs = 30 * day;

const columns = {
  id: operations.id,
  status: operations.status,
  createdAt: operations.createdAt,
  completedAt: operations.completedAt,
  progress: operations.progress,
  result: operations.result,
  error: operations.error,
};

const select = (ctx: Ctx, id: string, ownerId: string) =>
  scoped(workspaceOf(ctx.actor), operations)
    .select(ctx.db, columns)
    .where(
      and(
        eq(operations.id, id),
        eq(operations.ownerId, ownerId),
        gt(operations.createdAt, plus(ctx.now(), -keptMs)),
      ),
    );

export type OperationRow = Awaited<ReturnType<typeof select>>[number];

/**
 * An operation of the key's owner (any of their keys) or of the signed-in person.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function loadOperation(ctx: Ctx, id: string): Promise<OperationRow> {
  const ownerId = ctx.keyOwner?.id ?? ctx.actor.userId;
  const [row] = ownerId ? await select(ctx, id, ownerId) : [];
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
