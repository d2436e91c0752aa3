import { eq, sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenReachOrSelf, selfAndReachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { type LeaveOwner, ownerField, type SeenLeave, seeLeave } from "./see";
import { type LeaveRow, leaveFields } from "./store";

const query = preparedBy((db, kind) =>
  scoped(givenReachOrSelf(kind), leaves)
    .select(
      db,
      kind === "locations" || kind === "departments" ? { ...leaveFields, owner: ownerField() } : leaveFields,
    )
    .where(eq(leaves.id, sql.placeholder("id")))
    .prepare(`get_leave_${kind}`),
);

/**
 * One leave in any status: of a person within reach, or one's own.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function getLeave(ctx: Ctx, id: string): Promise<SeenLeave> {
  const rows: (LeaveRow & { owner?: LeaveOwner | null })[] = await query(ctx.db, ctx.reach.kind).execute({
    ...selfAndReachParams(ctx),
    id,
  });
  const [row] = rows;
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return seeLeave(ctx, row, row.owner ?? null);
}
