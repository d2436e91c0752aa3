import { and, eq, sql } from "drizzle-orm";
import type { DayCounts } from "@/drizzle/schema/day-counts";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import type { CountMode } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import { type CoverChange, requireCover } from "@/server/modules/leave/balances/require-cover";
import { countBeside } from "@/server/modules/leave/calendars/count-beside";
import { daysWithin, sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { findKeptCounts } from "@/server/modules/leave/calendars/find-kept-counts";
import { readCalendar } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import {
  calendarDays,
  countedBy,
  furthestReturn,
  type Period,
  toDays,
  type WorkCalendar,
} from "@/server/modules/leave/calendars/working-days";
import { findNear, type Near } from "./find-near";
import { overlaps } from "./overlap";
import { type LeaveTime, periodOf } from "./period";
import { isWithinLimits, losesPastDays, reasonFaults, requestFaults, rulesOn } from "./policy";
import type { LeaveRow } from "./store";

/** The leave that a request asks for. */
export interface WantedLeave {
  leaveTypeId: string;
  /** The location whose work week, public holidays and policies apply. */
  locationId: string;
  time: LeaveTime;
  reason: string | null;
}

export interface Durations {
  durationCalendarDays: number;
  durationWorkingDays: number;
  dayCounts: DayCounts;
}

/** The durations and approval requirement of a leave that may be booked. */
export interface LeavePlan extends Durations {
  approvalRequired: boolean;
  /** How the days were counted; absent where they keep their counts. */
  countMode?: CountMode;
}

const typeQuery = preparedBy((db) =>
  scoped(givenWorkspace, leaveTypes)
    .select(db, { isActive: leaveTypes.isActive, policy: leavePolicies })
    .leftJoin(
      leavePolicies,
      and(
        eq(leavePolicies.leaveTypeId, leaveTypes.id),
        eq(leavePolicies.locationId, sql.placeholder("locationId")),
      ),
    )
    .where(eq(leaveTypes.id, sql.placeholder("leaveTypeId")))
    .prepare("leave_type_policy"),
);

/** The leave type with its policy at a location, or the faults of choosing it. */
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

/** Faults of the leave type alone, for requests whose person is already invalid. */
export const leaveTypeFaults = async (ctx: Ctx, leaveTypeId: string): Promise<FieldError[]> => {
  const [found] = await scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { id: leaveTypes.id })
    .where(eq(leaveTypes.id, leaveTypeId));
  return found ? [] : [{ path: "leaveTypeId", message: "Must be an existing leave type." }];
};

/** The result of every rule except the balance. */
export interface ExaminedLeave {
  /** Null when the leave type cannot be chosen, which is then one of the faults. */
  policy: typeof leavePolicies.$inferSelect | null;
  faults: FieldError[];
  /** Other leave of the person at the same time. */
  clashes: Near[];
  period: Period;
  /** With the count mode of the policy. */
  calendar: WorkCalendar;
  /** The count of each day. */
  days: DayCounts;
  /** The day counts of the replaced leave. */
  replacedDays: DayCounts | null;
}

/**
 * Checks a new or changed leave by every rule except the balance: leave type, durations, employment, overlap.
 * @param replaced the current leave, when it is edited
 */
export async function examineLeave(
  ctx: Ctx,
  employee: Employee,
  wanted: WantedLeave,
  replaced: LeaveRow | null,
): Promise<ExaminedLeave> {
  const period = periodOf(wanted.time);
  // Sent together to save round trips.
  const [{ policy, faults }, place, near, kept] = await Promise.all([
    chooseType(ctx, wanted, replaced?.leaveTypeId === wanted.leaveTypeId),
    readCalendar(ctx, wanted.locationId, { from: period.start, to: period.end + furthestReturn }, employee),
    findNear(ctx, { userId: employee.id, ...wanted.time }),
    findKeptCounts(ctx, replaced ? [replaced.id] : []),
  ]);
  const calendar = countedBy(place, policy?.countMode);
  const { reason } = wanted;
  const { employment, today } = employee;
  const rules = rulesOn(ctx.actor.plan, policy);
  const replacedDays = (replaced && kept.get(replaced.id)) ?? null;
  const others = near.filter(({ id }) => id !== replaced?.id);
  const clashes = others.filter((other) => overlaps(periodOf(other), period));
  const examined = { policy, faults, clashes, period, calendar, replacedDays };
  if (replaced && replacedDays && isCountedAlready(replaced, wanted)) {
    faults.push(...reasonFaults(reason, rules));
    return { ...examined, days: replacedDays };
  }
  faults.push(...requestFaults({ period, reason, employment, today }, rules, calendar));
  const besides = others.filter((other) => !clashes.includes(other)).map(({ counts }) => counts);
  // A period beyond the limits is refused anyway, so its days are not counted.
  const days = isWithinLimits(period, today) ? countBeside(period, calendar, besides) : nothing(period);
  if (
    policy &&
    replaced &&
    replacedDays &&
    givesBackTaken(ctx, employee, { policy, replaced, wanted, replacedDays, days })
  )
    faults.push({ path: "startDate", message: "Days that are over must stay. Ask someone who manages you." });
  return { ...examined, days };
}

/** Days that were taken come back only by an approver (decision 7.20): not by one's own edit that needs no approval. */
const givesBackTaken = (
  ctx: Ctx,
  { id, today }: Employee,
  edit: {
    policy: { approvalRequired: boolean };
    replaced: LeaveRow;
    wanted: WantedLeave;
    replacedDays: DayCounts;
    days: DayCounts;
  },
): boolean =>
  ctx.actor.userId === id &&
  edit.replaced.status === "APPROVED" &&
  !edit.policy.approvalRequired &&
  losesPastDays(edit.replacedDays, edit.days, {
    today,
    isOtherType: edit.wanted.leaveTypeId !== edit.replaced.leaveTypeId,
  });

const nothing = ({ start }: Period): DayCounts => ({ start, counts: [0] });

/** Whether the day counts stay as they are: neither time nor type changes. */
function isCountedAlready(replaced: LeaveRow, { time, leaveTypeId }: WantedLeave): boolean {
  const same = (Object.keys(time) as (keyof LeaveTime)[]).every((name) => time[name] === replaced[name]);
  return same && leaveTypeId === replaced.leaveTypeId;
}

/** The cover of a leave, and that of the leave it replaces. */
export const coverChange = (
  { period, days, replacedDays }: Pick<ExaminedLeave, "period" | "days" | "replacedDays">,
  { leaveTypeId }: WantedLeave,
  replaced: LeaveRow | null,
): CoverChange => ({
  leave: { period, days },
  replaced: replaced && {
    id: replaced.id,
    cover:
      replacedDays && replaced.leaveTypeId === leaveTypeId
        ? { period: periodOf(replaced), days: replacedDays }
        : null,
  },
});

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
 * Checks a new or changed leave by every rule: leave type, durations, employment, overlap, balance. The caller has locked the person.
 * @param replaced the current leave, when it is edited
 * @throws ApiError VALIDATION_ERROR with every fault, CONFLICT for an overlap, LEAVE_NEGATIVE_BALANCE
 */
export async function planLeave(
  ctx: Ctx,
  employee: Employee,
  wanted: WantedLeave,
  replaced: LeaveRow | null,
): Promise<LeavePlan> {
  const examined = await examineLeave(ctx, employee, wanted, replaced);
  const { policy, faults, clashes, period, days, replacedDays } = examined;
  if (faults.length > 0 || !policy) throw invalid(faults);
  refuseOverlap(clashes);
  await requireCover(ctx, employee, policy, coverChange(examined, wanted, replaced));
  const { approvalRequired, countMode } = policy;
  const counted = days === replacedDays ? {} : { countMode };
  return { approvalRequired, ...counted, ...durationsOf(period, days) };
}

const durationsOf = (period: Period, days: DayCounts): Durations => ({
  durationCalendarDays: calendarDays(period),
  durationWorkingDays: toDays(toThousandths(sumOf(days))),
  dayCounts: days,
});

/**
 * The durations of a leave that loses some of its days; the other days keep their counts. No rule is checked again: the leave passed them
 * when it was booked, and now takes less.
 * @param time within the leave
 */
export function planRest(time: LeaveTime, kept: DayCounts): Durations {
  const period = periodOf(time);
  return durationsOf(period, daysWithin(kept, period.start, period.end));
}
