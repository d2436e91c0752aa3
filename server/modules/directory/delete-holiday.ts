import { and, eq } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/audit/record";
import { loadWritableHoliday } from "./update-holiday";

/** @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND when it does not exist or lies outside the caller's reach */
export function deleteHoliday(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, "holidays:write");
  return inTransaction(ctx, async (tx) => {
    const before = await loadWritableHoliday(tx, id);
    const itself = and(eq(holidays.workspaceId, tx.actor.workspaceId), eq(holidays.id, id));
    const deleted = await tx.db.delete(holidays).where(itself).returning({ id: holidays.id });
    if (deleted.length === 0) throw new ApiError("RESOURCE_NOT_FOUND");
    await recordAudit(tx, {
      action: "holiday.delete",
      resourceType: "holiday",
      resourceId: id,
      changes: { name: { from: before.name }, date: { from: before.date } },
    });
  });
}
