import { type Ctx, inTransaction } from "@/server/access/ctx";
import { invalid } from "@/server/kernel/errors";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { readParts } from "@/server/kernel/time/day-parts";
import { type LeaveTime, periodOf } from "@/server/modules/leave/calendars/period";
import { noteMarks } from "@/server/modules/leave/rules/note-marks";
import { askToChange } from "./agree-to-change";
import { requireFree } from "./judge-cancel";
import { planLeave, type WantedLeave } from "./plan";
import { recordLeaveChange } from "./record-change";
import { partDaysOf, releasePartDays } from "./release-part-days";
import { type LeavePatch, partFaults, timeFaults } from "./schema";
import { settleInterruptions } from "./settle-interruptions";
import { isOwn, requireStanding, requireVersion } from "./standing";
import { type LeaveRow, loadLeaveForWrite, moveLeave } from "./store";
import { editedState } from "./transitions";

/**
 * Changes a leave that is OPEN or APPROVED. A change by the owner needs a new decision; a manager's change keeps the decision (decision 7).
 * Where the policy says so, the owner of approved leave only asks, and it stays as it is until an approver agrees (decision 15.11).
 * A change without effect leaves no trace.
 * @param seen the version that is changed; any version when absent
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT, LEAVE_NEGATIVE_BALANCE, LEAVE_RULE_BROKEN
 */
export function editLeave(ctx: Ctx, id: string, patch: LeavePatch, seen?: number): Promise<LeaveRow> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner } = await loadLeaveForWrite(tx, id, "lock");
    requireStanding(tx, "edit", { ...leave, endDay: dayNumber(leave.endDate) }, owner);
    const needsConsent = await requireFree(tx, "edit", leave, owner);
    requireVersion(leave, seen);
    const wanted = mergedLeave(leave, patch);
    const { time, leaveTypeId, reason } = wanted;
    const change = { ...time, leaveTypeId, reason };
    if (isUnchanged(leave, change)) return leave;
    const isSameTime = !isMoved(leave, change);
    if (needsConsent && isSameTime) return noteReason(tx, leave, reason);
    const {
      approvalRequired,
      noted,
      interrupts: _interrupts,
      countMode,
      ...durations
    } = await planLeave(tx, owner, wanted, leave, patch);
    if (needsConsent) return askToChange(tx, leave, { ...time, leaveTypeId, ...durations }, reason);
    const decision = isOwn(tx, owner) ? decidedAnew(tx, leave, approvalRequired) : {};
    const given = await partDaysOf(tx, leave);
    const after = await moveLeave(tx, owner, leave, {
      ...change,
      ...durations,
      ...(countMode && { countMode }),
      ...decision,
    });
    const isNewlyApproved = after.status === "APPROVED" && leave.status !== "APPROVED";
    await recordLeaveChange(tx, {
      action: "leave.edit",
      before: leave,
      after,
      events: isNewlyApproved ? ["leave.updated", "leave.approved"] : ["leave.updated"],
    });
    await releasePartDays(tx, owner, given, { period: periodOf(after), counts: durations.dayCounts });
    await settleInterruptions(tx, owner, leave, after);
    if (!isSameTime) await noteMarks(tx, leave.id, noted, "all");
    return after;
  });
}

/** The note is the owner's; an approval is of the time and type. */
async function noteReason(tx: Ctx, leave: LeaveRow, reason: string | null): Promise<LeaveRow> {
  const after = await moveLeave(tx, null, leave, { reason });
  await recordLeaveChange(tx, { action: "leave.edit", before: leave, after, events: ["leave.updated"] });
  return after;
}

function decidedAnew(ctx: Ctx, leave: LeaveRow, approvalRequired: boolean) {
  const state = editedState(leave, "owner", approvalRequired);
  const isOpen = state.status === "OPEN";
  return {
    ...state,
    autoApproved: !isOpen,
    approverId: null,
    standsInForId: null,
    statusReason: null,
    openedAt: isOpen ? ctx.now() : null,
  };
}

/** The leave merged with the sent fields. @throws ApiError VALIDATION_ERROR for an invalid time */
export function mergedLeave(leave: LeaveRow, patch: LeavePatch): WantedLeave {
  const time = mergedTime(leave, patch);
  const faults = timeFaults(time);
  if (faults.length > 0) throw invalid(faults);
  return {
    leaveTypeId: patch.leaveTypeId ?? leave.leaveTypeId,
    locationId: leave.locationId,
    time,
    reason: patch.reason === undefined ? leave.reason : patch.reason,
  };
}

/**
 * The leave's time merged with the sent fields. Switching to a full day drops the hours, switching to hours the half days.
 * @throws ApiError VALIDATION_ERROR for parts that are none of such days
 */
function mergedTime(leave: LeaveRow, patch: LeavePatch): LeaveTime {
  const isFullDayLeave = patch.isFullDayLeave ?? leave.isFullDayLeave;
  const hours = isFullDayLeave
    ? { startHour: 0, startMinute: 0, endHour: 0, endMinute: 0 }
    : {
        startHour: leave.startHour,
        startMinute: leave.startMinute,
        endHour: leave.endHour,
        endMinute: leave.endMinute,
      };
  const { startHour, startMinute, endHour, endMinute } = { ...hours, ...patch };
  const dates = {
    startDate: patch.startDate ?? leave.startDate,
    endDate: patch.endDate ?? leave.endDate,
  };
  const said = { ...dates, isFullDayLeave, startPart: patch.startPart, endPart: patch.endPart };
  const parts = readParts(said, isFullDayLeave ? leave : null, dates);
  if (!parts) throw invalid(partFaults(said));
  return {
    ...dates,
    ...parts,
    isFullDayLeave,
    startHour,
    startMinute,
    endHour,
    endMinute,
  };
}

/** Whether rules judge the change: its time or type is another. */
const isMoved = (leave: LeaveRow, { reason: _reason, ...change }: Partial<LeaveRow>): boolean =>
  !isUnchanged(leave, change);

const isUnchanged = (leave: LeaveRow, wanted: Partial<LeaveRow>): boolean =>
  Object.entries(wanted).every(([name, value]) => leave[name as keyof LeaveRow] === value);
