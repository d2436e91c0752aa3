import { and, eq } from "drizzle-orm";
import { positionIn } from "@/drizzle/schema/columns";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { readAs } from "@/server/kernel/database/row-reader";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { type Employee, readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { leavesRoom } from "@/server/modules/leave/calendars/working-days";
import { requireKeptDays } from "./require-kept-days";
import { isWritable } from "./standing";

/** The leave's wire fields, and its version. */
export type LeaveRow = Omit<
  typeof leaves.$inferSelect,
  | "workspaceId"
  | "dayCounts"
  | "countMode"
  | "updatedAt"
  | "writtenAt"
  | "openedAt"
  | "remindedOn"
  | "unattendedAt"
> & {
  /** The last change by the database's clock, which is its position among other leaves (`settledUntil`). */
  updatedAt: Date;
};

/** The position of a leave among other leaves. */
export const leavePosition = positionIn(leaves);

export const leaveFields = {
  id: leaves.id,
  userId: leaves.userId,
  approverId: leaves.approverId,
  standsInForId: leaves.standsInForId,
  autoApproved: leaves.autoApproved,
  durationCalendarDays: leaves.durationCalendarDays,
  durationWorkingDays: leaves.durationWorkingDays,
  startDate: leaves.startDate,
  endDate: leaves.endDate,
  isFullDayLeave: leaves.isFullDayLeave,
  startHour: leaves.startHour,
  startMinute: leaves.startMinute,
  endHour: leaves.endHour,
  endMinute: leaves.endMinute,
  startPart: leaves.startPart,
  endPart: leaves.endPart,
  leaveTypeId: leaves.leaveTypeId,
  locationId: leaves.locationId,
  departmentId: leaves.departmentId,
  status: leaves.status,
  reason: leaves.reason,
  statusReason: leaves.statusReason,
  approvedLevel: leaves.approvedLevel,
  companyLeaveId: leaves.companyLeaveId,
  version: leaves.version,
  cancelAskedAt: leaves.cancelAskedAt,
  cancelReason: leaves.cancelReason,
  changeAskedAt: leaves.changeAskedAt,
  wantedChange: leaves.wantedChange,
  createdAt: leaves.createdAt,
  updatedAt: readAs(leavePosition, leaves.updatedAt),
};

/** A leave, and whether other leave is counted beside it, as with a part day or leave that interrupts, or a consent may change it. */
async function findLeave(ctx: Ctx, id: string): Promise<{ leave: LeaveRow; isShared: boolean } | undefined> {
  const [row] = await scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, { leave: leaveFields, interrupts: leaveTypes.interrupts })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(eq(leaves.id, id));
  return (
    row && {
      leave: row.leave,
      isShared:
        leavesRoom(periodOf(row.leave)) ||
        row.interrupts ||
        row.leave.changeAskedAt !== null ||
        row.leave.cancelAskedAt !== null,
    }
  );
}

/**
 * Whether to lock the person's row until the transaction ends: always, or only where other leave is counted beside this one, as with leave
 * that takes parts of days or interrupts, or where it is approved leave that the decision changes.
 */
type Hold = "lock" | "lock of shared days" | "";

/**
 * Loads a leave that the caller may try to change, with its owner.
 * @param lock required when the owner's other leave is counted
 * @throws ApiError RESOURCE_NOT_FOUND when it does not exist, or when the acting user or the key's owner does not reach it
 */
export async function loadLeaveForWrite(
  ctx: Ctx,
  id: string,
  lock: Hold = "",
): Promise<{ leave: LeaveRow; owner: Employee }> {
  const loaded = await loadAnyLeave(ctx, id, lock);
  if (!isWritable(ctx, loaded.owner)) throw new ApiError("RESOURCE_NOT_FOUND");
  return loaded;
}

/**
 * `loadLeaveForWrite` without the check of reach: the caller checks it.
 * @throws ApiError RESOURCE_NOT_FOUND when it does not exist
 */
export async function loadAnyLeave(
  ctx: Ctx,
  id: string,
  lock: Hold = "",
): Promise<{ leave: LeaveRow; owner: Employee }> {
  const seen = await findLeave(ctx, id);
  const isHeld = lock === "lock" || (lock !== "" && seen?.isShared === true);
  const owner = seen && (await readEmployee(ctx, seen.leave.userId, isHeld ? "lock" : ""));
  if (!owner) throw new ApiError("RESOURCE_NOT_FOUND");
  // The leave may have changed while this waited for the lock.
  const found = isHeld ? await findLeave(ctx, id) : seen;
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  return { leave: found.leave, owner };
}

/** What a leave has of which nothing is asked. */
const nothingAsked = { cancelAskedAt: null, cancelReason: null, changeAskedAt: null, wantedChange: null };

const settling = [
  ...(["status", "leaveTypeId", "startDate", "endDate", "isFullDayLeave", "startPart", "endPart"] as const),
  ...(["startHour", "startMinute", "endHour", "endMinute"] as const),
];

/** Another status, time or type settles whether the leave is cancelled or changed, whatever its person asked. Another note does not. */
const answersOf = (seen: LeaveRow, change: Partial<typeof leaves.$inferInsert>) =>
  settling.some((name) => change[name] !== undefined && change[name] !== seen[name]) ? nothingAsked : {};

/**
 * Changes a leave that is unchanged since it was read. The database decides which of several concurrent writers wins.
 * @param owner whose row the caller has locked where approved leave changes; null where no approved or new day changes
 * @throws ApiError CONFLICT, PERIOD_CLOSED
 */
export async function moveLeave(
  ctx: Ctx,
  owner: Employee | null,
  seen: LeaveRow,
  change: Partial<typeof leaves.$inferInsert>,
): Promise<LeaveRow> {
  if (settling.some((name) => change[name] !== undefined && change[name] !== seen[name]))
    await requireKeptDays(ctx, owner, seen, change);
  const [row] = await scoped(workspaceOf(ctx.actor), leaves)
    .update(ctx.db)
    .set({ ...answersOf(seen, change), ...change, version: seen.version + 1, updatedAt: ctx.now() })
    .where(and(eq(leaves.id, seen.id), eq(leaves.version, seen.version), eq(leaves.status, seen.status)))
    .returning(leaveFields);
  if (row) return row;
  throw new ApiError("CONFLICT", because("leaveRaced"));
}
