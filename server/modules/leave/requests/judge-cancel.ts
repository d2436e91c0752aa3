import type { DayCounts } from "@/drizzle/schema/day-counts";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { findLapsed, type Lapsed } from "@/server/modules/leave/balances/find-lapsed";
import { readPolicy } from "@/server/modules/leave/balances/read-policy";
import { sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { findKeptCounts } from "@/server/modules/leave/calendars/find-kept-counts";
import { cutTime } from "@/server/modules/leave/calendars/period";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { canDecide } from "./approvers";
import { type Chain, findChain, kindOf } from "./find-approvers";
import { isWorked, type Rest } from "./find-misfits";
import { planRest } from "./plan";
import { requireKeptDays } from "./require-kept-days";
import { findInterrupted, interruptionOf } from "./settle-interruptions";
import { deciderOf, isOver, isOwn, requireStanding } from "./standing";
import type { LeaveRow } from "./store";
import { isCancelling } from "./transitions";

/** What a cancellation would do. */
export interface CancelEffect {
  /** Whether it only asks an approver, who has to agree. */
  needsConsent: boolean;
  /** Whether a reason is required, because the leave is over. */
  needsReason: boolean;
  /** The days that stay, because they are over; null when the whole leave is cancelled. */
  rest: Rest | null;
  /** The working days that come back. */
  daysBack: Thousandths;
  /** The working days of the person's other leave that count again, because this leave interrupted it. */
  daysAgain: Thousandths;
  /** The days of `daysBack` that are lost, because they had to be used before today (decision 16.20). */
  lapsed: readonly Lapsed[];
}

/**
 * Judges a cancellation by the acting user (decision 7.20). Its owner gets the days from today on; those that are over stay. Leave that is
 * over is cancelled by those who manage its owner, with a reason.
 * @param known those who decide the leave, when the caller has read them
 * @throws ApiError FORBIDDEN, CONFLICT, PERIOD_CLOSED
 */
export async function judgeCancel(
  ctx: Ctx,
  leave: LeaveRow,
  owner: Employee,
  known?: Chain | null,
): Promise<CancelEffect> {
  requireStanding(ctx, "cancel", { ...leave, endDay: dayNumber(leave.endDate) }, owner);
  const hasEnded = owner.today > dayNumber(leave.endDate);
  if (!isOwn(ctx, owner) || leave.status !== "APPROVED")
    return { needsConsent: false, needsReason: hasEnded, ...(await effectFrom(ctx, leave, owner, null)) };
  const chain = known ?? (await findChain(ctx, owner.id, kindOf({ ...leave, wantedChange: null })));
  // One who has no other approver decides on their own leave, so no one else could agree.
  const isAlone = canDecide(deciderOf(ctx, owner, chain));
  if (hasEnded && !isAlone) throw isOver();
  return {
    needsConsent: chain.changesNeedConsent && !isAlone,
    needsReason: hasEnded,
    ...(await effectFrom(ctx, leave, owner, hasEnded ? null : owner.today)),
  };
}

/** @param from the first day that comes back; null for the whole leave */
async function effectFrom(ctx: Ctx, leave: LeaveRow, owner: Employee, from: DayNumber | null) {
  const kept = (await findKeptCounts(ctx, [leave.id])).get(leave.id);
  const rest = kept && from !== null ? await partBefore(ctx, leave, from, kept) : null;
  const [total, stays] = [kept ? sumOf(kept) : 0, rest ? sumOf(rest.dayCounts) : 0];
  const change = rest ?? { status: "CANCELLED" as const };
  await requireKeptDays(ctx, owner, leave, change);
  const after = { ...leave, ...change };
  const { recounts } = await findInterrupted(ctx, owner, await interruptionOf(ctx, leave, after));
  const daysAgain = recounts.reduce((sum, recount) => sum + recount.after - recount.before, 0);
  const lapsed = kept
    ? await lapsedOf(ctx, leave, owner, { before: kept, after: rest?.dayCounts ?? null })
    : [];
  return { rest, daysBack: toThousandths(total - stays), daysAgain, lapsed };
}

/** Only days that are over can have used what has expired since. */
async function lapsedOf(
  ctx: Ctx,
  leave: LeaveRow,
  owner: Employee,
  change: { before: DayCounts; after: DayCounts | null },
): Promise<Lapsed[]> {
  const from = change.after ? change.after.start + change.after.counts.length : change.before.start;
  if (from >= owner.today) return [];
  const policy = await readPolicy(ctx, leave.leaveTypeId, owner.locationId);
  return policy ? findLapsed(ctx, owner, policy, { leaveId: leave.id, ...change }) : [];
}

/**
 * The days of a leave before a day, as they were counted.
 * @returns null when none of them is a working day, so that nothing of the leave was taken
 */
export async function restBefore(ctx: Ctx, leave: LeaveRow, day: DayNumber): Promise<Rest | null> {
  const kept = (await findKeptCounts(ctx, [leave.id])).get(leave.id);
  return kept ? partBefore(ctx, leave, day, kept) : null;
}

async function partBefore(ctx: Ctx, leave: LeaveRow, day: DayNumber, kept: DayCounts): Promise<Rest | null> {
  const endDate = dayText(day - 1);
  if (endDate < leave.startDate) return null;
  const ends = cutTime(leave, leave.startDate, endDate < leave.endDate ? endDate : leave.endDate);
  const rest = { ...ends, ...planRest({ ...leave, ...ends }, kept) };
  return (await isWorked(ctx, leave, rest)) ? rest : null;
}

/**
 * Requires that the owner of approved leave may edit or delete it: not while it waits for consent to cancel it, where a deletion would get
 * around that; and never delete leave of which days were taken.
 * @param known those who decide the leave, when the caller has read them
 * @returns whether an edit only asks for the change (decision 15.11)
 * @throws ApiError CONFLICT
 */
export async function requireFree(
  ctx: Ctx,
  action: "edit" | "delete",
  leave: LeaveRow,
  owner: Employee,
  known?: Chain | null,
): Promise<boolean> {
  if (!isOwn(ctx, owner) || leave.status !== "APPROVED") return false;
  const chain = known ?? (await findChain(ctx, owner.id, kindOf({ ...leave, wantedChange: null })));
  if (canDecide(deciderOf(ctx, owner, chain))) return false;
  if (action === "delete" && dayNumber(leave.startDate) < owner.today)
    throw new ApiError("CONFLICT", {
      ...because("leaveBegun"),
      resolution: "Cancel it instead: the days that are over stay.",
    });
  if (chain.changesNeedConsent && isCancelling(leave))
    throw new ApiError("CONFLICT", {
      ...because("cancelWaits"),
      resolution: "Wait for an approver, or withdraw it.",
    });
  if (action === "delete" && chain.changesNeedConsent)
    throw new ApiError("CONFLICT", {
      ...because("deleteNeedsConsent"),
      resolution: "Ask to cancel it.",
    });
  return chain.changesNeedConsent;
}
