import type { Ctx } from "@/server/access/ctx";
import { dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { endLeave } from "./cancel";
import { restBefore } from "./judge-cancel";
import { recordLeaveChange } from "./record-change";
import { type LeaveRow, moveLeave } from "./store";

/** A cancellation that waits for consent, and the approver that a stand-in represents. */
interface Asked {
  leave: LeaveRow;
  owner: Employee;
  standsInForId: string | null;
}

/** Cancels the leave from the day on which its owner asked: until then they took it. */
export async function agreeToCancel(tx: Ctx, { leave, owner, standsInForId }: Asked): Promise<LeaveRow> {
  const asked = dayNumber(localDate(leave.cancelAskedAt ?? tx.now(), owner.timezone));
  const rest = await restBefore(tx, leave, asked);
  const by = { approverId: tx.actor.userId, standsInForId };
  return endLeave(tx, { leave, owner, rest, reason: leave.cancelReason, action: "leave.consent", by });
}

/** The leave stays as it is. */
export async function refuseToCancel(
  tx: Ctx,
  { leave, standsInForId }: Asked,
  reason: string | null,
): Promise<LeaveRow> {
  const after = await moveLeave(tx, null, leave, {
    cancelAskedAt: null,
    cancelReason: null,
    approverId: tx.actor.userId,
    standsInForId,
    statusReason: reason,
  });
  await recordLeaveChange(tx, {
    action: "leave.refuse",
    before: leave,
    after,
    events: ["leave.updated"],
    step: "keep",
  });
  return after;
}
