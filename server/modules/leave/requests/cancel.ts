import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { because } from "@/server/kernel/reasons";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { periodOf } from "@/server/modules/leave/calendars/period";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { certificateDueOf } from "@/server/modules/leave/rules/policy";
import type { Rest } from "./find-misfits";
import { judgeApproval } from "./judge-approval";
import { judgeCancel } from "./judge-cancel";
import { recordLeaveChange } from "./record-change";
import { partDaysOf, releasePartDays } from "./release-part-days";
import type { LeaveDecision } from "./schema";
import { settleInterruptions } from "./settle-interruptions";
import { requireVersion } from "./standing";
import { type LeaveRow, loadLeaveForWrite, moveLeave } from "./store";
import { isCancelling } from "./transitions";

/**
 * Cancels an open or approved leave: by its owner before it ends, or by a manager of the owner (decision 7). Of leave under way that its
 * owner cancels, the days that are over stay, and it ends yesterday. Where the policy says so, the owner only asks, and the leave stays
 * approved until an approver agrees (decisions 7.19 and 7.20).
 * @param seen the expected version; any version when absent
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT, VALIDATION_ERROR without a reason for leave that is over
 */
export function cancelLeave(
  ctx: Ctx,
  id: string,
  decision?: LeaveDecision,
  seen?: number,
): Promise<LeaveRow> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner } = await loadLeaveForWrite(tx, id, "lock");
    const { needsConsent, needsReason, rest } = await judgeCancel(tx, leave, owner);
    requireVersion(leave, seen);
    const reason = decision?.reason ?? null;
    if (needsReason && reason === null) throw invalid([{ path: "reason", ...fault("overNeedsReason") }]);
    if (needsConsent) return askToCancel(tx, leave, reason);
    return endLeave(tx, { leave, owner, rest, reason, action: rest ? "leave.end" : "leave.cancel" });
  });
}

/** The leave stays approved, with the question. */
async function askToCancel(tx: Ctx, leave: LeaveRow, reason: string | null): Promise<LeaveRow> {
  if (isCancelling(leave))
    throw new ApiError("CONFLICT", {
      ...because("cancelAsked"),
      resolution: "Wait for an approver, or withdraw it.",
    });
  const after = await moveLeave(tx, null, leave, {
    cancelAskedAt: tx.now(),
    cancelReason: reason,
    // Of two questions about the same leave the later counts.
    changeAskedAt: null,
    wantedChange: null,
  });
  await recordLeaveChange(tx, {
    action: "leave.askCancel",
    before: leave,
    after,
    events: ["leave.updated"],
    step: "askCancel",
  });
  return after;
}

interface End {
  leave: LeaveRow;
  owner: Employee;
  /** The part that stays; null for nothing. */
  rest: Rest | null;
  reason: string | null;
  action: "leave.cancel" | "leave.end" | "leave.consent";
  /** The approver who agreed. */
  by?: { approverId: string | null; standsInForId: string | null };
}

/** Ends a leave with the part that stays, or cancels it. The caller's transaction has locked the person. */
export async function endLeave(tx: Ctx, { leave, owner, rest, reason, action, by }: End): Promise<LeaveRow> {
  const given = await partDaysOf(tx, leave);
  const after = await moveLeave(tx, owner, leave, {
    ...(rest ?? { status: "CANCELLED" }),
    ...by,
    statusReason: reason,
  });
  await recordLeaveChange(tx, {
    action,
    before: leave,
    after,
    events: [rest ? "leave.updated" : "leave.cancelled"],
    step: rest ? "end" : action === "leave.consent" ? "consent" : undefined,
  });
  await releasePartDays(
    tx,
    owner,
    given,
    rest ? { period: periodOf(after), counts: rest.dayCounts } : undefined,
  );
  await settleInterruptions(tx, owner, leave, after);
  if (rest) await takeBackCertificate(tx, owner, after);
  return after;
}

/** Leave that ends early may be too short for the certificate that a rule asked for. */
async function takeBackCertificate(tx: Ctx, owner: Employee, rest: LeaveRow): Promise<void> {
  const { verdicts } = await judgeApproval(tx, owner, rest);
  if (certificateDueOf(verdicts) !== null) return;
  await tell(tx, "certificatesJudged", { leaves: [{ leaveId: rest.id, dueOn: null }], when: "moved" });
}
