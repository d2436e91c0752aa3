import { and, eq, sql } from "drizzle-orm";
import { leavePolicies, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/db";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import { type Cover, type CoverChange, requireCover } from "@/server/modules/balances/require-cover";
import { readCalendar } from "@/server/modules/work-calendar/read-calendar";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import {
  calendarDays,
  fromDays,
  type Period,
  toDays,
  type WorkCalendar,
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

interface Durations {
  durationCalendarDays: number;
  durationWorkingDays: number;
}

/** What a leave that may be booked follows from. */
export interface LeavePlan extends Durations {
  approvalRequired: boolean;
}

const typeQuery = preparedBy((db) =>
  scoped(givenWorkspace, leaveTypes)
    .select(db, { isActive: leaveTypes.isActive, policy: leavePolicies })
    .leftJoin(
      leavePolicies,
      and(
        eq(leavePolicies.leaveTypeId, leaveTypes.id),
        sql`${leavePolicies.locationId} = ${sql.placeholder("locationId")}::uuid`,
      ),
    )
    .where(eq(leaveTypes.id, sql.placeholder("leaveTypeId")))
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
  scoped(givenWorkspace, leaves)
    .select(db, {
      id: leaves.id,
      startDate: leaves.startDate,
      endDate: leaves.endDate,
      isFullDayLeave: leaves.isFullDayLeave,
      startHour: leaves.startHour,
      startMinute: leaves.startMinute,
      endHour: leaves.endHour,
      endMinute: leaves.endMinute,
    })
    .where(
      and(
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

/** All that the rules say of a leave that somebody wants, but for the balance. */
export interface ExaminedLeave {
  /** Null where the leave type cannot be chosen, which is one of the faults then. */
  policy: typeof leavePolicies.$inferSelect | null;
  faults: FieldError[];
  /** Other leave of the person at the same time. */
  clashes: Near[];
  period: Period;
  calendar: WorkCalendar;
}

/**
 * Holds a new or changed leave against every rule but the balance: leave type, durations, employment, overlap.
 * @param replaced the leave as it stands, when it is being edited
 */
export async function examineLeave(
  ctx: Ctx,
  worker: Worker,
  wanted: WantedLeave,
  replaced: LeaveRow | null,
): Promise<ExaminedLeave> {
  const period = periodOf(wanted.time);
  // Sent together, so that they cost one round trip.
  const [{ policy, faults }, calendar, near] = await Promise.all([
    chooseType(ctx, wanted, replaced?.leaveTypeId === wanted.leaveTypeId),
    readCalendar(ctx, wanted.locationId, spanOf(period, replaced && periodOf(replaced)), worker),
    leaveNear(ctx, worker, wanted.time),
  ]);
  const { reason } = wanted;
  const { employment, today } = worker;
  const rules = rulesOn(ctx.actor.plan, policy);
  faults.push(...requestFaults({ period, reason, employment, today }, rules, calendar));
  const clashes = near.filter((other) => other.id !== replaced?.id && overlaps(periodOf(other), period));
  return { policy, faults, clashes, period, calendar };
}

/** What a leave takes, and what the one that it replaces took. */
export function coverChange(
  { period, calendar }: Pick<ExaminedLeave, "period" | "calendar">,
  { leaveTypeId }: Pick<WantedLeave, "leaveTypeId">,
  replaced: LeaveRow | null,
): CoverChange {
  const cover: Cover | null =
    replaced?.leaveTypeId === leaveTypeId
      ? { period: periodOf(replaced), amount: fromDays(replaced.durationWorkingDays), calendar }
      : null;
  return {
    leave: { period, amount: workingDays(period, calendar), calendar },
    replaced: replaced && { id: replaced.id, cover },
  };
}

function refuseOverlap([clash]: readonly Near[]): void {
  if (!clash) return;
  throw new ApiError("CONFLICT", {
    description: `This overlaps another leave of the same person, ${encodeId("leave", clash.id)}.`,
    resolution: "Choose another time, or cancel the other leave first.",
    details: {
      overlaps: [
        { leaveId: encodeId("leave", clash.id), startDate: clash.startDate, endDate: clash.endDate },
      ],
    },
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
  const examined = await examineLeave(ctx, worker, wanted, replaced);
  const { policy, faults, clashes } = examined;
  if (faults.length > 0 || !policy) throw invalid(faults);
  refuseOverlap(clashes);
  const change = coverChange(examined, wanted, replaced);
  await requireCover(ctx, worker, policy, change);
  return { approvalRequired: policy.approvalRequired, ...durationsOf(change) };
}

const durationsOf = ({ leave: { period, amount } }: CoverChange): Durations => ({
  durationCalendarDays: calendarDays(period),
  durationWorkingDays: toDays(amount),
});

/**
 * What is left of a leave that loses some of its days. No rule is asked again: it was booked by them, and takes less.
 * @param time within the leave
 */
export async function planRest(
  ctx: Ctx,
  worker: Worker,
  leave: LeaveRow,
  time: LeaveTime,
): Promise<Durations> {
  const period = periodOf(time);
  const calendar = await readCalendar(ctx, leave.locationId, spanOf(period, periodOf(leave)), worker);
  return durationsOf(coverChange({ period, calendar }, leave, leave));
}

const spanOf = (a: Period, b: Period | null) => ({
  from: Math.min(a.start, b?.start ?? a.start),
  to: Math.max(a.end, b?.end ?? a.end),
});
