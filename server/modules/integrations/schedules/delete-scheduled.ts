import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { ScheduleKind } from "./kind";

/** Deletes a row with its history; unsent messages are not sent any more. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export function deleteScheduled({ table, name, visible }: ScheduleKind, ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [gone] = await scoped(workspaceOf(tx.actor), table)
      .delete(tx.db)
      .where(and(visible(tx), eq(table.id, id)))
      .returning({ name: table.name });
    if (!gone) throw new ApiError("RESOURCE_NOT_FOUND");
    await recordAudit(tx, {
      action: `${name}.delete`,
      resourceType: name,
      resourceId: id,
      changes: { name: { from: gone.name } },
    });
  });
}
