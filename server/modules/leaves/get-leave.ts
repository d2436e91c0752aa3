import { and, eq, sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { type Reach, selfAndReachParams, selfOrWithinReach } from "@/server/access/reach";
import { preparedBy } from "@/server/kernel/db";
import { ApiError } from "@/server/kernel/errors";
import { type SeenLeave, seeLeave, type Taker, takerField } from "./see";
import { type LeaveRow, leaveFields } from "./store";

const query = preparedBy((db, kind) =>
  db
    .select(
      kind === "locations" || kind === "departments" ? { ...leaveFields, taker: takerField() } : leaveFields,
    )
    .from(leaves)
    .innerJoin(users, and(eq(users.workspaceId, leaves.workspaceId), eq(users.id, leaves.userId)))
    .where(and(selfOrWithinReach(kind as Reach["kind"]), eq(leaves.id, sql.placeholder("id"))))
    .prepare(`get_leave_${kind}`),
);

/**
 * One leave, whatever its status: of somebody within reach, or one's own.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function getLeave(ctx: Ctx, id: string): Promise<SeenLeave> {
  const rows: (LeaveRow & { taker?: Taker | null })[] = await query(ctx.db, ctx.reach.kind).execute({
    ...selfAndReachParams(ctx),
    id,
  });
  const [row] = rows;
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return seeLeave(ctx, row, row.taker ?? null);
}
