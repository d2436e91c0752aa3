import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { departments } from "@/drizzle/schema/directory";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { CountMode, LeaveUnit } from "@/drizzle/schema/values";
import type { WantedChange } from "@/drizzle/schema/wanted-change";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import { readPolicy } from "@/server/modules/leave/balances/read-policy";
import { findKeptCounts } from "@/server/modules/leave/calendars/find-kept-counts";
import { findNear } from "@/server/modules/leave/calendars/find-near";
import { dayHoursOf, hoursOf, hoursPerDayOf } from "@/server/modules/leave/calendars/hours";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendar } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { noHolidays } from "@/server/modules/leave/calendars/read-person-calendars";
import {
  type CountedDay,
  countedBy,
  explainDays,
  type WorkCalendar,
} from "@/server/modules/leave/calendars/working-days";
import { findMarks, type RuleMark } from "@/server/modules/leave/rules/find-marks";
import type { Verdict } from "@/server/modules/leave/rules/policy";
import { nameFor } from "@/server/modules/leave/type-names/name-in";
import { approvalBy, canDecide, levelsOf } from "./approvers";
import { type Chain, findChain, kindOf, type ShownApprover, showApprovers } from "./find-approvers";
import { findHistory, type LeaveStep } from "./find-history";
import { findQuestions, type LeaveQuestion } from "./find-questions";
import { getLeave } from "./get-leave";
import { interruptedBy, meetsNone } from "./interruptions";
import { type CancelEffect, judgeCancel, requireFree } from "./judge-cancel";
import { judgeWaiting } from "./judge-waiting";
import { createdAtOf } from "./policy";
import type { SeenLeave } from "./see";
import { deciderOf, hasStanding, isOwn } from "./standing";
import { type LeaveRow, loadLeaveForWrite } from "./store";
import { isCancelling, isChanging, isWaiting, turnOf } from "./transitions";

/** One leave for its page, visible to the owner and to everyone who reaches the owner. */
export interface LeaveDetails {
  leave: SeenLeave;
  /** The version that a change or decision refers to. */
  version: number;
  isOwn: boolean;
  person: { name: string; departmentName: string | null };
  /** Null when the type is private and hidden from the caller. */
  type: { name: string; color: string } | null;
  /** The person who decided or added the leave; null while undecided. */
  approverName: string | null;
  /** The approver they represented as a stand-in. */
  standsInForName: string | null;
  /** The last day on which approvers were reminded, `YYYY-MM-DD`. */
  remindedOn: string | null;
  requestedAt: Date;
  /** Today at the person's location. */
  today: DayNumber;
  /** The last closed day at the person's location, where days of the leave are closed; else null. */
  closedThrough: DayNumber | null;
  /** Each day with its count; empty when the leave is longer than a year. */
  days: (CountedDay & { hours: number | null })[];
  /** The hours of a day of the balance, where its type is shown in hours. */
  hoursPerDay: number | null;
  dayHours: number;
  /** The next approvers, while the leave is open. */
  approval: { levels: 1 | 2; approvers: ShownApprover[] } | null;
  /** What the caller may do now. */
  may: { edit: boolean; cancel: boolean; decide: boolean; withdraw: boolean };
  /** The change that waits for consent. */
  change: { wanted: WantedChange; hours: number | null; typeName: string | null } | null;
  /** Whether an edit by the caller only asks for the change. */
  editNeedsConsent: boolean;
  /** What cancelling it would do; null when the caller may not. */
  cancelEffect: CancelEffect | null;
  /** Whether its type has no limit for its owner, so that no balance gets days back. */
  isUnlimited: boolean;
  /** The question to cancel it that waits for consent. */
  cancellation: { askedAt: Date; reason: string | null } | null;
  /** What those who decide it asked; empty for everyone but them and its owner. */
  questions: LeaveQuestion[];
  history: LeaveStep[];
  /** The rules that an approval would break now; empty when the caller may not decide. */
  breaks: Verdict[];
  /** The leave rules that it broke when it was last judged, and by whom they were overridden. */
  rules: RuleMark[];
}

const owners = alias(users, "owners");
const approvers = alias(users, "approvers");
const represented = alias(users, "represented");
const maxDays = 366;

/** @throws ApiError RESOURCE_NOT_FOUND when it does not exist, was deleted, or its owner is outside the caller's reach */
export async function getLeaveDetails(ctx: Ctx, id: string): Promise<LeaveDetails> {
  // Read the version first. A version older than the facts is refused on a change; a newer one would not be.
  const [names] = await findNamesOf(ctx, id);
  const leave = await getLeave(ctx, id);
  if (!names || leave.status === "DELETED") throw new ApiError("RESOURCE_NOT_FOUND");
  const { countMode, unit: unitOfType, typeName, typeColor, personName, departmentName, ...rest } = names;
  const unit = leave.leaveTypeId === null ? "DAYS" : unitOfType;
  const requestedAt = createdAtOf(leave);
  const [{ leave: row, owner }, history, questions, rules] = await Promise.all([
    loadLeaveForWrite(ctx, id),
    findHistory(ctx, leave, requestedAt),
    findQuestions(ctx, id),
    leave.leaveTypeId === null ? [] : findMarks(ctx, [id]),
  ]);
  const [lengths, days, chain] = await Promise.all([
    readCalendar(ctx, leave.locationId, noHolidays, owner),
    daysOf(ctx, leave, owner, { countMode, unit }),
    hasDeciders(ctx, row, owner) ? findChain(ctx, owner.id, kindOf(row)) : null,
  ]);
  const { mayDecide, approval } = decisionOf(ctx, row, owner, chain);
  const breaks = mayDecide && !isCancelling(row) ? await breaksOf(ctx, row) : [];
  const state = { ...leave, endDay: dayNumber(leave.endDate) };
  const asked = isCancelling(row);
  const cancelEffect = asked
    ? null
    : await orNothing(judgeCancel(ctx, row, owner, row.wantedChange ? null : chain));
  const [policy, free] = await Promise.all([
    cancelEffect && readPolicy(ctx, row.leaveTypeId, owner.locationId),
    orNothing(requireFree(ctx, "edit", row, owner, row.wantedChange ? null : chain)),
  ]);
  return {
    ...{ leave, ...rest, requestedAt, days, history, questions, rules, breaks },
    isOwn: isOwn(ctx, owner),
    person: { name: personName, departmentName },
    type: leave.leaveTypeId === null ? null : { name: typeName, color: typeColor },
    today: owner.today,
    closedThrough:
      owner.closedThrough !== null && dayNumber(leave.startDate) <= owner.closedThrough
        ? owner.closedThrough
        : null,
    hoursPerDay: hoursPerDayOf(unit, lengths, owner.today),
    dayHours: dayHoursOf(lengths, owner.today),
    approval,
    may: {
      edit: free !== null && hasStanding(ctx, "edit", state, owner),
      cancel:
        cancelEffect !== null || (asked && !isOwn(ctx, owner) && hasStanding(ctx, "cancel", state, owner)),
      decide: mayDecide,
      withdraw: (asked || isChanging(row)) && isOwn(ctx, owner),
    },
    cancelEffect,
    isUnlimited: policy?.unlimited === true,
    editNeedsConsent: free === true,
    change: await changeOf(ctx, row, leave, lengths),
    cancellation:
      asked && row.cancelAskedAt ? { askedAt: row.cancelAskedAt, reason: leave.cancelReason } : null,
  };
}

/** The change of approved leave that waits for consent; null when its type is hidden from the caller, too. */
async function changeOf(
  ctx: Ctx,
  row: LeaveRow,
  seen: SeenLeave,
  lengths: WorkCalendar,
): Promise<LeaveDetails["change"]> {
  const wanted = seen.wantedChange;
  if (!isChanging(row) || !wanted) return null;
  const [type] = await scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { name: nameFor(ctx), unit: leaveTypes.unit })
    .where(eq(leaveTypes.id, wanted.leaveTypeId));
  const hours = type?.unit === "HOURS" ? hoursOf(wanted.dayCounts, lengths) : null;
  return { wanted, hours, typeName: type?.name ?? null };
}

async function breaksOf(ctx: Ctx, row: LeaveRow): Promise<Verdict[]> {
  const { dayCounts, ...wanted } = row.wantedChange ?? {};
  const leave = { ...row, ...wanted };
  if (dayCounts) return (await judgeWaiting(ctx, [{ leave, counts: dayCounts }]))[0] ?? [];
  const counts = (await findKeptCounts(ctx, [leave.id])).get(leave.id);
  return counts ? ((await judgeWaiting(ctx, [{ leave, counts }]))[0] ?? []) : [];
}

/** Null instead of a refusal. */
const orNothing = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });

const findNamesOf = (ctx: Ctx, id: string) =>
  scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, {
      version: leaves.version,
      countMode: leaves.countMode,
      unit: leaveTypes.unit,
      remindedOn: leaves.remindedOn,
      typeName: nameFor(ctx),
      typeColor: leaveTypes.color,
      personName: owners.name,
      departmentName: departments.name,
      approverName: approvers.name,
      standsInForName: represented.name,
    })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .innerJoin(owners, eq(owners.id, leaves.userId))
    .leftJoin(departments, eq(departments.id, owners.departmentId))
    .leftJoin(approvers, eq(approvers.id, leaves.approverId))
    .leftJoin(represented, eq(represented.id, leaves.standsInForId))
    .where(eq(leaves.id, id));

async function daysOf(
  ctx: Ctx,
  leave: SeenLeave,
  owner: Employee,
  { countMode, unit }: { countMode: CountMode; unit: LeaveUnit },
): Promise<LeaveDetails["days"]> {
  const period = periodOf(leave);
  if (period.end - period.start >= maxDays) return [];
  const days = { from: period.start, to: period.end };
  const [place, near, kept] = await Promise.all([
    readCalendar(ctx, leave.locationId, days, owner),
    findNear(ctx, leave),
    findKeptCounts(ctx, [leave.id]),
  ]);
  const counts = kept.get(leave.id);
  const own = near.find(({ id }) => id === leave.id) ?? meetsNone;
  if (!counts) return [];
  const explained = explainDays(period, interruptedBy(countedBy(place, countMode), own, near), counts);
  return explained.map((one, index) => {
    const ofDay = { start: one.day, counts: counts.counts.slice(index, index + 1) };
    return { ...one, hours: unit === "HOURS" ? hoursOf(ofDay, place) : null };
  });
}

/** Whether it depends on those who decide the leave what the caller may do: it waits for them, or it is approved and the caller's own. */
const hasDeciders = (ctx: Ctx, leave: LeaveRow, owner: Employee): boolean =>
  isWaiting(leave) || (leave.status === "APPROVED" && isOwn(ctx, owner));

/** The next approvers while the leave is open, and whether an approval by the caller would count now. */
function decisionOf(
  ctx: Ctx,
  leave: LeaveRow,
  owner: Employee,
  chain: Chain | null,
): { mayDecide: boolean; approval: LeaveDetails["approval"] } {
  if (!chain || !isWaiting(leave)) return { mayDecide: false, approval: null };
  const decider = deciderOf(ctx, owner, chain);
  return {
    mayDecide: canDecide(decider) && approvalBy(decider, turnOf(leave)) !== null,
    approval: { levels: levelsOf(decider), approvers: showApprovers(ctx, owner.id, chain.approvers) },
  };
}
