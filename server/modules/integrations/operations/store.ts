import { and, eq, gt } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { day, plus } from "@/server/kernel/time/clock";

/** Retention of operations (decision 4.11). */
export const keptMs = 30 * day;

/** The columns without the result, which may be as large as an import. */
export const operationHead = {
  id: operations.id,
  status: operations.status,
  createdAt: operations.createdAt,
  completedAt: operations.completedAt,
  progress: operations.progress,
  error: operations.error,
};
const columns = { ...operationHead, result: operations.result };

const select = (ctx: Ctx, ids: readonly string[], ownerId: string) =>
  scoped(workspaceOf(ctx.actor), operations)
    .select(ctx.db, columns)
    .where(
      and(
        isAnyOf(operations.id, ids),
        eq(operations.ownerId, ownerId),
        gt(operations.createdAt, plus(ctx.now(), -keptMs)),
      ),
    );

export type OperationHead = Omit<OperationRow, "result">;
export type OperationRow = Awaited<ReturnType<typeof select>>[number];

/** The owner whose operations the caller may read: the key's owner, or the caller. */
export const ownerOf = ({ keyOwner, actor }: Ctx): string | null => keyOwner?.id ?? actor.userId;

/** Operations of the key's owner (any of their keys) or of the signed-in user; others are absent. */
export async function findOperations(ctx: Ctx, ids: readonly string[]): Promise<OperationRow[]> {
  const ownerId = ownerOf(ctx);
  return ownerId ? select(ctx, ids, ownerId) : [];
}

/** One operation of `findOperations`. @throws ApiError RESOURCE_NOT_FOUND */
export async function loadOperation(ctx: Ctx, id: string): Promise<OperationRow> {
  const [row] = await findOperations(ctx, [id]);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
