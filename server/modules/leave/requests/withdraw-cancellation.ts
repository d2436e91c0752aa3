import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { recordLeaveChange } from "./record-change";
import { isOwn } from "./standing";
import { type LeaveRow, loadLeaveForWrite, moveLeave } from "./store";
import { isCancelling } from "./transitions";

/**
 * Takes back the question whether a leave may be cancelled, before an approver has answered: the leave stays.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN for any caller except the owner, CONFLICT when nothing was asked
 */
export function withdrawCancellation(ctx: Ctx, id: string): Promise<LeaveRow> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner } = await loadLeaveForWrite(tx, id);
    if (!isOwn(tx, owner)) throw new ApiError("FORBIDDEN", because("withdrawOwn"));
    if (!isCancelling(leave)) throw new ApiError("CONFLICT", because("noCancelWaits"));
    const after = await moveLeave(tx, null, leave, { cancelAskedAt: null, cancelReason: null });
    await recordLeaveChange(tx, {
      action: "leave.withdrawCancel",
      before: leave,
      after,
      events: ["leave.updated"],
    });
    return after;
  });
}
