import { and, eq } from "drizzle-orm";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { rowsOf, type Scheduled, type ScheduleKind } from "./kind";

/**
 * @param lock locks the row until the transaction ends, so that it does not come due in between
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND when it does not exist, or the acting user may not see it
 */
export async function loadScheduled<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  ctx: Ctx,
  id: string,
  lock: "lock" | "" = "",
): Promise<Row> {
  const query = scoped(workspaceOf(ctx.actor), kind.table)
    .selectAll(ctx.db)
    .where(and(kind.visible(ctx), eq(kind.table.id, id)));
  const [row] = rowsOf(kind, await (lock ? query.for("no key update") : query));
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
