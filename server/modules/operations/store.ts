import { and, eq } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";

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
  ctx.db
    .select(columns)
    .from(operations)
    .where(
      and(
        eq(operations.workspaceId, ctx.actor.workspaceId),
        eq(operations.id, id),
        eq(operations.ownerId, ownerId),
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
