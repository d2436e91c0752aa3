import { and, eq, sql } from "drizzle-orm";
import { leavePolicies, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { preparedBy } from "@/server/kernel/db";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import { type Cover, requireCover } from "@/server/modules/balances/require-cover";
import { readCalendar } from "@/server/modules/work-calendar/read-calendar";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import {
  calendarDays,
  fromDays,
  type Period,
  toDays,
  workingDays,
} from "@/server/modules/work-calendar/working-days";
import { overlaps } from "./overlap";
import { type LeaveTime, periodOf } from "./period";
import { requestFaults, rulesOn } from "./policy";
import type { LeaveRow } from "./store";

/** A leave as somebody wants it. */
export interface WantedLeave {
  leaveTypeId: string;
  /** Whose work week, holidays and policies count. */
  locationId: string;
  time: LeaveTime;
  reason: string | null;
}

/** What a leave that may be booked follows from. */
export interface LeavePlan {
  approvalRequired: boolean;
  durationCalendarDays: number;
  durationWorkingDays: number;
}

const typeQuery = preparedBy((db) =>
  db
    .select({ isActive: leaveTypes.isActive, policy: leavePolicies })
    .from(leaveTypes)
    .leftJoin(
      leavePolicies,
      and(
        eq(leavePolicies.workspaceId, leaveTypes.workspaceId),
        eq(leavePolicies.leaveTypeId, leaveTypes.id),
        sql`${leavePolicies.locationId} = ${sql.placeholder("locationId")}::uuid`,
      ),
    )
    .where(
      and(
        eq(leaveTypes.workspaceId, sql.placeholder("workspaceId")),
        eq(leaveTypes.id, sql.placeholder("leaveTypeId")),
      ),
    )
    .prepare("leave_type_policy"),
);

/** The leave type with its policy in a location, or what is wrong with choosing it. */
async function chooseType(ctx: Ctx, wanted: WantedLeave, kept: boolean) {
  const { leaveTypeId, locationId } = wanted;
  const [found] = await typeQuery(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    leaveTypeId,
    locationId,
  });
  const faults: FieldError[] = [];
  const refuse = (message: string) => faults.push({ path: "leaveTypeId", message });
  if (!found) refuse("Must be an existing leave type.");
  else if (!found.isActive && !kept) refuse("This leave type isn't active.");
  else if (!found.policy) refuse("This leave type isn't available at the person's location.");
  return { policy: found?.policy ?? null, faults };
}

/** Faults of the leave type alone, for when the person is already wrong. */
export const leaveTypeFaults = async (ctx: Ctx, leaveTypeId: string): Promise<FieldError[]> => {
  const [found] = await typeQuery(ctx.db).execute({
    workspaceId: ctx.actor.workspaceId,
    leaveTypeId,
    locationId: null,
  });
  return found ? [] : [{ path: "leaveTypeId", message: "Must be an existing leave type." }];
};

const nearQuery = preparedBy((db) =>
  db
    .select({
      id: leaves.id,
      startDate: leaves.startDate,
      endDate: leaves.endDate,
      isFullDayLeave: leaves.isFullDayLeave,
      startHour: leaves.startHour,
      startMinute: leaves.startMinute,
      endHour: leaves.endHour,
      endMinute: leaves.endMinute,
    })
    .from(leaves)
    .where(
      and(
        eq(leaves.workspaceId, sql.placeholder("workspaceId")),
        eq(leaves.userId, sql.placeholder("userId")),
        sql`${leaves.status} in ('OPEN', 'APPROVED')`,
        sql`${leaves.startDate} <= ${sql.placeholder("endDate")}::date`,
        sql`${leaves.endDate} >= ${sql.placeholder("startDate")}::date`,
      ),
    )
    .prepare("leaves_on_the_same_days"),
);

/** The person's open and approved leave on the days of a time. */
function leaveNear(ctx: Ctx, worker: Worker, { startDate, endDate }: LeaveTime): Promise<Near[]> {
  const { workspaceId } = ctx.actor;
  return nearQuery(ctx.db).execute({ workspaceId, userId: worker.id, startDate, endDate });
}

type Near = Awaited<ReturnType<ReturnType<typeof nearQuery>["execute"]>>[number];

function refuseOverlap(near: readonly Near[], own: Period, replaced: LeaveRow | null): void {
  const clash = near.find((other) => other.id !== replaced?.id && overlaps(periodOf(other), own));
  if (!clash) return;
  throw new ApiError("CONFLICT", {
    description: `This overlaps another leave of the same person, ${encodeId("leave", clash.id)}.`,
    resolution: "Choose another time, or cancel the other leave first.",
  });
}

/**
 * Checks a new or changed leave by every rule: leave type, durations, employment, overlap, balance. The caller holds the person's
 * lock.
 * @param replaced the leave as it stands, when it is being edited
 * @throws ApiError VALIDATION_ERROR with every fault, CONFLICT for an overlap, LEAVE_NEGATIVE_BALANCE
 */
export async function planLeave(
  ctx: Ctx,
  worker: Worker,
  wanted: WantedLeave,
  replaced: LeaveRow | null,
): Promise<LeavePlan> {
  const period = periodOf(wanted.time);
  const old = replaced && periodOf(replaced);
  // Sent together, so that they cost one round trip.
  const [{ policy, faults }, calendar, near] = await Promise.all([
    chooseType(ctx, wanted, replaced?.leaveTypeId === wanted.leaveTypeId),
    readCalendar(ctx, wanted.locationId, spanOf(period, old)),
    leaveNear(ctx, worker, wanted.time),
  ]);
  const { reason } = wanted;
  const { employment, today } = worker;
  const rules = rulesOn(ctx.actor.plan, policy);
  faults.push(...requestFaults({ period, reason, employment, today }, rules, calendar));
  if (faults.length > 0 || !policy) throw invalid(faults);
  refuseOverlap(near, period, replaced);
  const amount = workingDays(period, calendar);
  const cover: Cover | null =
    replaced && old && replaced.leaveTypeId === wanted.leaveTypeId
      ? { period: old, amount: fromDays(replaced.durationWorkingDays), calendar }
      : null;
  await requireCover(ctx, worker, policy, {
    leave: { period, amount, calendar },
    replaced: replaced && { id: replaced.id, cover },
  });
  return {
    approvalRequired: policy.approvalRequired,
    durationCalendarDays: calendarDays(period),
    durationWorkingDays: toDays(amount),
  };
}

const spanOf = (a: Period, b: Period | null) => ({
  from: Math.min(a.start, b?.start ?? a.start),
  to: Math.max(a.end, b?.end ?? a.end),
});
