import type { WantedChange } from "@/drizzle/schema/wanted-change";
import type { Ctx } from "@/server/access/ctx";
import { dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { periodOf } from "@/server/modules/leave/calendars/period";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { noteMarks } from "@/server/modules/leave/rules/note-marks";
import type { RuleTerms } from "@/server/modules/leave/rules/require-rules";
import { planLeave } from "./plan";
import { recordLeaveChange } from "./record-change";
import { partDaysOf, releasePartDays } from "./release-part-days";
import { settleInterruptions } from "./settle-interruptions";
import { type LeaveRow, moveLeave } from "./store";

/**
 * Approved leave whose owner asks to change it: it stays as it is, with the question, and takes no other days yet (decision 15.11). A later
 * question takes the place of an earlier one.
 * @param wanted as it was judged and counted now
 * @param reason the owner's note, which needs no consent
 */
export async function askToChange(
  tx: Ctx,
  leave: LeaveRow,
  wanted: WantedChange,
  reason: string | null,
): Promise<LeaveRow> {
  const after = await moveLeave(tx, null, leave, { changeAskedAt: tx.now(), wantedChange: wanted, reason });
  await recordLeaveChange(tx, {
    action: "leave.askChange",
    before: leave,
    after,
    asked: asLeave(wanted),
    events: ["leave.updated"],
    step: "askChange",
  });
  return after;
}

/** The fields of a leave that a change would write, without its counts. */
const asLeave = ({ dayCounts: _days, ...leave }: WantedChange) => leave;

/** A change that waits for consent, and the approver that a stand-in represents. */
interface Asked {
  leave: LeaveRow;
  owner: Employee;
  standsInForId: string | null;
}

/**
 * Changes the leave as its owner asked, judged by the facts of now. The caller's transaction has locked the person.
 * @throws ApiError VALIDATION_ERROR, CONFLICT, LEAVE_NEGATIVE_BALANCE, LEAVE_RULE_BROKEN
 */
export async function agreeToChange(
  tx: Ctx,
  { leave, owner, standsInForId }: Asked,
  terms: Pick<RuleTerms, "overrideReason">,
): Promise<LeaveRow> {
  const { wantedChange: wanted, changeAskedAt, locationId, reason } = leave;
  if (!wanted || !changeAskedAt) throw new Error("A change waits for consent");
  const {
    dayCounts: _days,
    durationCalendarDays: _calendar,
    durationWorkingDays: _working,
    leaveTypeId,
    ...time
  } = wanted;
  const {
    approvalRequired: _approval,
    interrupts: _interrupts,
    noted,
    ...counted
  } = await planLeave(tx, owner, { leaveTypeId, locationId, time, reason }, leave, terms, {
    askedOn: dayNumber(localDate(changeAskedAt, owner.timezone)),
  });
  const given = await partDaysOf(tx, leave);
  const after = await moveLeave(tx, owner, leave, {
    ...{ leaveTypeId, ...time, ...counted },
    ...{ approverId: tx.actor.userId, standsInForId, autoApproved: false, statusReason: null },
  });
  await recordLeaveChange(tx, {
    action: "leave.agreeChange",
    before: leave,
    after,
    events: ["leave.updated"],
    step: "agreeChange",
  });
  await releasePartDays(tx, owner, given, { period: periodOf(after), counts: counted.dayCounts });
  await settleInterruptions(tx, owner, leave, after);
  await noteMarks(tx, leave.id, noted, "all");
  return after;
}

/** The leave stays as it is. */
export const refuseToChange = (tx: Ctx, { leave, standsInForId }: Asked, statusReason: string | null) =>
  keepTime(tx, leave, "leave.refuseChange", { approverId: tx.actor.userId, standsInForId, statusReason });

/** Settles the question without the change. */
export async function keepTime(
  tx: Ctx,
  leave: LeaveRow,
  action: "leave.refuseChange" | "leave.lapseChange" | "leave.withdrawChange",
  by: Partial<LeaveRow> = {},
): Promise<LeaveRow> {
  const after = await moveLeave(tx, null, leave, { changeAskedAt: null, wantedChange: null, ...by });
  await recordLeaveChange(tx, {
    action,
    before: leave,
    after,
    events: ["leave.updated"],
    ...(action !== "leave.withdrawChange" && { step: "keepTime" as const }),
  });
  return after;
}
