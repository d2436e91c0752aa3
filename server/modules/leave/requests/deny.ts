import { type Ctx, inTransaction } from "@/server/access/ctx";
import { denialFor } from "./approvers";
import { loadLeaveToDecide } from "./decide";
import { lockStandIn } from "./lock-stand-in";
import { recordLeaveChange } from "./record-change";
import { partDaysOf, releasePartDays } from "./release-part-days";
import type { LeaveDecision } from "./schema";
import { type LeaveRow, moveLeave } from "./store";

/**
 * Denies an open leave at any level (decision 7).
 * @param seen the version that is denied; any version when absent
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT when it is not OPEN, or has changed
 */
export function denyLeave(ctx: Ctx, id: string, decision?: LeaveDecision, seen?: number): Promise<LeaveRow> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner, decider } = await loadLeaveToDecide(tx, id, "deny", seen);
    const standsInForId = denialFor(decider, leave);
    await lockStandIn(tx, standsInForId, owner.departmentId);
    const given = await partDaysOf(tx, leave);
    const after = await moveLeave(tx, leave, {
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
