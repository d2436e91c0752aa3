import { type Ctx, inTransaction } from "@/server/access/ctx";
import { refuseToCancel } from "./agree-to-cancel";
import { refuseToChange } from "./agree-to-change";
import { denialFor } from "./approvers";
import { loadLeaveToDecide } from "./decide";
import { lockStandIn } from "./lock-stand-in";
import { recordLeaveChange } from "./record-change";
import { partDaysOf, releasePartDays } from "./release-part-days";
import type { LeaveDecision } from "./schema";
import { type LeaveRow, moveLeave } from "./store";
import { isCancelling, isChanging, turnOf } from "./transitions";

/**
 * Denies an open leave at any level (decision 7). Of approved leave whose owner asked to cancel it, or to change it, refuses that: the leave
 * stays (decisions 7.19 and 15.11).
 * @param seen the version that is denied; any version when absent
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT when nothing waits for a decision, or it has changed
 */
export function denyLeave(ctx: Ctx, id: string, decision?: LeaveDecision, seen?: number): Promise<LeaveRow> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner, decider } = await loadLeaveToDecide(tx, id, seen);
    const standsInForId = denialFor(decider, turnOf(leave));
    await lockStandIn(tx, standsInForId, owner.departmentId);
    if (isCancelling(leave))
      return refuseToCancel(tx, { leave, owner, standsInForId }, decision?.reason ?? null);
    if (isChanging(leave))
      return refuseToChange(tx, { leave, owner, standsInForId }, decision?.reason ?? null);
    const given = await partDaysOf(tx, leave);
    const after = await moveLeave(tx, owner, leave, {
      status: "DENIED",
      approverId: tx.actor.userId,
      standsInForId,
      statusReason: decision?.reason ?? null,
    });
    await recordLeaveChange(tx, { action: "leave.deny", before: leave, after, events: ["leave.denied"] });
    await releasePartDays(tx, owner, given);
    return after;
  });
}
