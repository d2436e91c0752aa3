import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { noteMarks } from "@/server/modules/leave/rules/note-marks";
import { type RuleTerms, requireRules } from "@/server/modules/leave/rules/require-rules";
import { agreeToCancel } from "./agree-to-cancel";
import { agreeToChange } from "./agree-to-change";
import { capacityOf, levelsOf } from "./approvers";
import { loadLeaveToDecide } from "./decide";
import { judgeApproval } from "./judge-approval";
import { lockStandIn } from "./lock-stand-in";
import { recordLeaveChange } from "./record-change";
import { settleInterruptions } from "./settle-interruptions";
import { type LeaveRow, moveLeave } from "./store";
import { approvedState, isCancelling, isChanging, type LeaveState, turnOf } from "./transitions";

/**
 * Approves a leave, or lifts it to level 1 of two (decision 7). Of approved leave whose owner asked to cancel it, agrees to that (decision
 * 7.19); of approved leave that its owner asked to change, to the change (decision 15.11).
 * @param seen the version that is approved; any version when absent
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT when nothing waits for a decision, it has changed, or is not this person's turn,
 *   LEAVE_RULE_BROKEN
 */
export function approveLeave(
  ctx: Ctx,
  id: string,
  seen?: number,
  terms: Pick<RuleTerms, "overrideReason"> = {},
): Promise<LeaveRow> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner, decider } = await loadLeaveToDecide(tx, id, seen);
    const capacity = capacityOf(decider, turnOf(leave));
    if (capacity === null) throw outOfTurn(turnOf(leave));
    const { approval, standsInFor } = capacity;
    await lockStandIn(tx, standsInFor, owner.departmentId);
    if (isCancelling(leave)) return agreeToCancel(tx, { leave, owner, standsInForId: standsInFor });
    if (isChanging(leave)) return agreeToChange(tx, { leave, owner, standsInForId: standsInFor }, terms);
    const judgement = await judgeApproval(tx, owner, leave, "lock");
    const noted = await requireRules(tx, judgement, terms, { personId: owner.id, managesPerson: true });
    const isFinal = approval === "final";
    const after = await moveLeave(tx, owner, leave, {
      ...approvedState(leave, isFinal, levelsOf(decider)),
      approverId: tx.actor.userId,
      standsInForId: standsInFor,
      statusReason: null,
    });
    await recordLeaveChange(tx, {
      action: "leave.approve",
      before: leave,
      after,
      events: [isFinal ? "leave.approved" : "leave.updated"],
    });
    if (isFinal) await settleInterruptions(tx, owner, leave, after);
    await noteMarks(tx, leave.id, noted, "of these rules");
    return after;
  });
}

const outOfTurn = (leave: LeaveState): ApiError =>
  new ApiError("CONFLICT", because(leave.approvedLevel === 0 ? "waitsLevel1" : "waitsLevel2"));
