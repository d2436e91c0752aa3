import type { Ctx } from "@/server/access/ctx";
import { type FieldReason, fault } from "@/server/kernel/field-faults";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import { type BalanceEffect, findEffect } from "@/server/modules/leave/balances/find-effect";
import { findShortfall } from "@/server/modules/leave/balances/find-shortfall";
import { dayHoursOf, hoursOf, hoursPerDayOf } from "@/server/modules/leave/calendars/hours";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { findHoursPerDay } from "@/server/modules/leave/calendars/read-hours";
import { daysClosed, isClosed } from "@/server/modules/leave/calendars/require-open-days";
import {
  type CountedDay,
  explainDays,
  type Thousandths,
  toDays,
} from "@/server/modules/leave/calendars/working-days";
import type { Judgement } from "@/server/modules/leave/rules/policy";
import { refusalsOf } from "@/server/modules/leave/rules/present";
import { mayOverride } from "@/server/modules/leave/rules/require-rules";
import { levelsOf } from "./approvers";
import { mergedLeave } from "./edit";
import { type Chain, findChain, type ShownApprover, showApprovers } from "./find-approvers";
import { type AwayDay, findColleaguesAway } from "./find-colleagues-away";
import type { Recount } from "./find-recounts";
import { requireFree } from "./judge-cancel";
import { overlapWords } from "./overlap";
import { coverChange, type ExaminedLeave, examineLeave, judgeExamined, type WantedLeave } from "./plan";
import { isWithinLimits } from "./policy";
import { findTaker, wantedOf } from "./request";
import type { LeaveCreate, LeavePatch, LeavePreviewRequest } from "./schema";
import { findInterrupted, interruptionOf } from "./settle-interruptions";
import { deciderOf, isManager, isOwn, requireStanding } from "./standing";
import { type LeaveRow, loadLeaveForWrite } from "./store";

/** A reason for refusing a leave; `path` is the field to correct. */
interface Fault {
  code: "VALIDATION_ERROR" | "PERIOD_CLOSED" | "CONFLICT" | "LEAVE_NEGATIVE_BALANCE" | "LEAVE_RULE_BROKEN";
  path: string;
  message: string;
  /** The fault for the pages, which say it in their language. */
  reason?: FieldReason;
}

/** The effect of a leave, or of a change to one. */
export interface LeavePreview {
  leaveId: string | null;
  /** The version of the leave that would change. */
  version: number | null;
  userId: string;
  examined: ExaminedLeave;
  /** Where its type is shown in hours: those of the leave, and those of a day of the balance. */
  hours: number | null;
  hoursPerDay: number | null;
  /** The hours of the person's day, in whatever the type is shown. */
  dayHours: number;
  days: CountedDay[];
  balance: { unlimited: boolean; missing: Thousandths; years: BalanceEffect[] } | null;
  /** The person's other leave that this recounts: once it is approved, when it needs approval. */
  interrupted: Recount[];
  /** By other leave whose type is shown in hours: those of a day. */
  hoursPerDayOf: ReadonlyMap<string, number>;
  approval: { required: boolean; levels: 1 | 2; approvers: ShownApprover[] } | null;
  away: AwayDay[];
  faults: Fault[];
  judgement: Judgement;
  /** Whether the caller may go ahead in spite of the rules that refuse, with a reason. */
  mayOverride: boolean;
  /** The last day that is closed for the person; null while all days are open. */
  closedThrough: DayNumber | null;
}

interface Case {
  employee: Employee;
  wanted: WantedLeave;
  replaced: LeaveRow | null;
  /** Whether approved leave stays as it is until an approver agrees. */
  needsConsent?: boolean;
}

/**
 * Previews a new leave by the same rules as booking, without a lock. Every fault is returned instead of thrown.
 * @throws ApiError VALIDATION_ERROR on userId, FORBIDDEN when not managed
 */
export async function previewLeave(ctx: Ctx, input: LeaveCreate): Promise<LeavePreview> {
  const employee = await findTaker(ctx, input);
  return preview(ctx, { employee, wanted: wantedOf(input, employee), replaced: null });
}

/**
 * Previews a change of a leave.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT when it can no longer be edited, VALIDATION_ERROR for an invalid time
 */
export async function previewEdit(ctx: Ctx, id: string, patch: LeavePatch): Promise<LeavePreview> {
  const { leave, owner } = await loadLeaveForWrite(ctx, id);
  requireStanding(ctx, "edit", { ...leave, endDay: dayNumber(leave.endDate) }, owner);
  const needsConsent = await requireFree(ctx, "edit", leave, owner);
  return preview(ctx, { employee: owner, wanted: mergedLeave(leave, patch), replaced: leave, needsConsent });
}

/** Previews what a body asks for: a new leave, or a change of one. @throws ApiError as previewLeave and previewEdit do */
export function previewWanted(
  ctx: Ctx,
  { leaveId, userId, ...body }: LeavePreviewRequest,
): Promise<LeavePreview> {
  if (leaveId !== undefined) return previewEdit(ctx, leaveId, body);
  const { leaveTypeId, startDate, endDate, isFullDayLeave = true, ...rest } = body;
  if (leaveTypeId === undefined || startDate === undefined || endDate === undefined)
    throw new Error("The schema let a new leave pass without what it needs");
  return previewLeave(ctx, { userId, leaveTypeId, startDate, endDate, isFullDayLeave, ...rest });
}

async function preview(ctx: Ctx, which: Case): Promise<LeavePreview> {
  const { employee, wanted, replaced } = which;
  const examined = await examineLeave(ctx, employee, wanted, replaced);
  const { policy, period, calendar } = examined;
  const isCountable = isWithinLimits(period, employee.today);
  const [balance, chain, away, interrupted, judgement] = await Promise.all([
    isCountable ? balanceOf(ctx, which, examined) : null,
    policy ? findChain(ctx, employee.id, wanted) : null,
    isCountable ? findColleaguesAway(ctx, employee, period) : [],
    isCountable ? interruptedOf(ctx, which, examined) : { recounts: [], missing: 0 },
    judgeExamined(ctx, employee, wanted, replaced, isCountable ? examined : { ...examined, rules: [] }),
  ]);
  const isRefused = judgement.verdicts.some(({ effect }) => effect === "BLOCK");
  return {
    leaveId: replaced?.id ?? null,
    version: replaced?.version ?? null,
    userId: employee.id,
    closedThrough: employee.closedThrough,
    examined,
    hours: examined.unit === "HOURS" ? hoursOf(examined.days, calendar) : null,
    hoursPerDay: hoursPerDayOf(examined.unit, calendar, employee.today),
    dayHours: dayHoursOf(calendar, employee.today),
    days: isCountable ? explainDays(period, calendar, examined.days) : [],
    balance,
    approval: policy && chain && approvalOf(ctx, which, policy.approvalRequired, chain),
    away,
    interrupted: interrupted.recounts,
    hoursPerDayOf: await findHoursPerDay(
      ctx,
      interrupted.recounts.map(({ leave }) => leave.id),
    ),
    faults: [
      ...closedFaults(ctx, which, examined),
      ...faultsOf(examined, balance?.missing ?? 0, interrupted.missing),
      ...refusalsOf(judgement.verdicts),
    ],
    judgement,
    mayOverride: isRefused && (await mayOverride(ctx, employee.id, isManager(ctx, employee))),
  };
}

/** The effect on the person's other leave: of an interrupting leave, or of changing one. */
async function interruptedOf(ctx: Ctx, { employee, replaced, needsConsent }: Case, examined: ExaminedLeave) {
  const { id, was } = await interruptionOf(ctx, replaced, null);
  const is = examined.interrupts ? examined.period : null;
  const effect = await findInterrupted(ctx, employee, { id, was, is });
  // One's own change waits for a decision, and until then interrupts nothing.
  const waits = was !== null && !needsConsent && isOwn(ctx, employee) && examined.policy?.approvalRequired;
  return waits
    ? { ...effect, missing: (await findInterrupted(ctx, employee, { id, was, is: null })).missing }
    : effect;
}

async function balanceOf(ctx: Ctx, { employee, wanted, replaced }: Case, examined: ExaminedLeave) {
  const { policy } = examined;
  if (!policy) return null;
  if (policy.unlimited) return { unlimited: true, missing: 0, years: [] };
  const change = coverChange(examined, wanted, replaced);
  const [missing, years] = await Promise.all([
    findShortfall(ctx, employee, policy, change),
    findEffect(ctx, employee, policy, change),
  ]);
  return { unlimited: false, missing, years };
}

/** Leave added or changed for another person needs no approval (decision 7). */
function approvalOf(ctx: Ctx, { employee, needsConsent }: Case, isRequired: boolean, chain: Chain) {
  const all = showApprovers(ctx, employee.id, chain.approvers);
  const levelsOfNew = levelsOf(deciderOf(ctx, employee, chain));
  // The last level alone agrees to a change.
  if (needsConsent)
    return {
      required: true,
      levels: 1 as const,
      approvers: levelsOfNew === 2 ? all.filter(({ level }) => level === 2) : all,
    };
  return {
    required: isRequired && isOwn(ctx, employee),
    levels: levelsOfNew,
    approvers: all,
  };
}

/** Closed days that would change, also by waiting again for a decision. */
function closedFaults(ctx: Ctx, which: Case, { isClosed: isChanged, policy }: ExaminedLeave): Fault[] {
  const { employee, replaced, needsConsent } = which;
  const waitsAgain =
    replaced?.status === "APPROVED" &&
    isOwn(ctx, employee) &&
    !needsConsent &&
    policy?.approvalRequired &&
    isClosed(employee, replaced.startDate);
  if (!isChanged && !waitsAgain) return [];
  return [{ code: "PERIOD_CLOSED", path: "startDate", ...daysClosed(employee) }];
}

function faultsOf(
  { faults, clashes }: ExaminedLeave,
  missing: Thousandths,
  missingElsewhere: Thousandths,
): Fault[] {
  const found: Fault[] = faults.map((one) => ({ code: "VALIDATION_ERROR", ...one }));
  const [clash] = clashes;
  if (clash) {
    const { description, resolution } = overlapWords(clash);
    const message = clash.companyLeaveName === null ? description : `${description} ${resolution}`;
    found.push({ code: "CONFLICT", path: "startDate", message });
  }
  if (missing > 0)
    found.push({
      code: "LEAVE_NEGATIVE_BALANCE",
      path: "endDate",
      message: `There isn't enough balance. Missing working days: ${toDays(missing)}.`,
    });
  if (missingElsewhere > 0)
    found.push({
      code: "LEAVE_NEGATIVE_BALANCE",
      path: "endDate",
      ...fault("countsAgain", { days: toDays(missingElsewhere) }),
    });
  return found;
}
