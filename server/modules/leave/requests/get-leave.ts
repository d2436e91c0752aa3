import { eq, sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenReachOrSelf, selfAndReachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { type Counted, hourCountsField, withHours } from "@/server/modules/leave/calendars/read-hours";
import { type LeaveOwner, ownerField, type SeenLeave, seeLeave } from "./see";
import { type LeaveRow, leaveFields } from "./store";

const fields = { ...leaveFields, hourCounts: hourCountsField() };

const query = preparedBy((db, kind) =>
  scoped(givenReachOrSelf(kind), leaves)
    .select(db, kind === "locations" || kind === "departments" ? { ...fields, owner: ownerField() } : fields)
    .where(eq(leaves.id, sql.placeholder("id")))
    .prepare(`get_leave_${kind}`),
);

/**
 * One leave in any status: of a person within reach, or one's own.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function getLeave(ctx: Ctx, id: string): Promise<SeenLeave> {
  const rows: (LeaveRow & Pick<Counted, "hourCounts"> & { owner?: LeaveOwner | null })[] = await query(
    ctx.db,
    ctx.reach.kind,
  ).execute({
    ...selfAndReachParams(ctx),
    id,
  });
  const [row] = await withHours(ctx, rows);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return seeLeave(ctx, row, row.owner ?? null);
}
