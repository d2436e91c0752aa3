import { eq } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { HolidayChange } from "./find-holiday-effect";
import { recountForHolidays } from "./recount-for-holidays";
import { loadWritableHoliday } from "./update-holiday";

/** The change that deleting a holiday makes. @throws ApiError RESOURCE_NOT_FOUND */
export const planDeletion = async (ctx: Ctx, id: string): Promise<HolidayChange> => ({
  removes: [await loadWritableHoliday(ctx, id)],
  adds: [],
});

/**
 * The day becomes a normal one: its open and approved leave is recounted.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND when it does not exist or lies outside the caller's reach, LEAVE_NEGATIVE_BALANCE
 */
export function deleteHoliday(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, "holidays:write");
  return inTransaction(ctx, async (tx) => {
    await recountForHolidays(tx, (at) => planDeletion(at, id));
    const before = await loadWritableHoliday(tx, id);
    const deleted = await scoped(workspaceOf(tx.actor), holidays)
      .delete(tx.db)
      .where(eq(holidays.id, id))
      .returning({ id: holidays.id });
    if (deleted.length === 0) throw new ApiError("RESOURCE_NOT_FOUND");
    await recordAudit(tx, {
      action: "holiday.delete",
      resourceType: "holiday",
      resourceId: id,
      changes: { name: { from: before.name }, date: { from: before.date } },
    });
  });
}
