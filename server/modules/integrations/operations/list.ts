import { and, desc, eq, gt, lt } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import type { OperationStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { plus } from "@/server/kernel/time/clock";
import { keptMs, type OperationHead, operationHead, ownerOf } from "./store";

interface OperationFilter {
  /** Any of these statuses; by default all. */
  status?: readonly OperationStatus[] | undefined;
  limit: number;
  after: Position | null;
}

/** The operations of the key's owner in the last 30 days, newest first, without their results. */
export async function listOperations(ctx: Ctx, { status, limit, after }: OperationFilter) {
  const ownerId = ownerOf(ctx);
  const none: Page<OperationHead> = { items: [], next: null };
  if (ownerId === null) return none;
  const rows = await scoped(workspaceOf(ctx.actor), operations)
    .select(ctx.db, operationHead)
    .where(
      and(
        eq(operations.ownerId, ownerId),
        gt(operations.createdAt, plus(ctx.now(), -keptMs)),
        status && isAnyOf(operations.status, status),
        after ? lt(operations.id, after.id) : undefined,
      ),
    )
    .orderBy(desc(operations.id))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ id }) => ({ key: "", id }));
}
