import { type Ctx, inTransaction } from "@/server/access/ctx";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { recordLeaveChange } from "./record-change";
import { partDaysOf, releasePartDays } from "./release-part-days";
import type { LeaveDecision } from "./schema";
import { requireStanding, requireVersion } from "./standing";
import { type LeaveRow, loadLeaveForWrite, moveLeave } from "./store";

/**
 * Cancels an open or approved leave: by its owner before it ends, or by a manager of the owner (decision 7).
 * @param seen the expected version; any version when absent
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT
 */
export function cancelLeave(
  ctx: Ctx,
  id: string,
  decision?: LeaveDecision,
  seen?: number,
): Promise<LeaveRow> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner } = await loadLeaveForWrite(tx, id, "lock of part days");
    requireStanding(tx, "cancel", { ...leave, endDay: dayNumber(leave.endDate) }, owner);
    requireVersion(leave, seen);
    const given = await partDaysOf(tx, leave);
    const after = await moveLeave(tx, leave, {
      status: "CANCELLED",
      statusReason: decision?.reason ?? null,
    });
    await recordLeaveChange(tx, {
      action: "leave.cancel",
      before: leave,
      after,
      events: ["leave.cancelled"],
    });
    await releasePartDays(tx, owner, given);
    return after;
  });
}
