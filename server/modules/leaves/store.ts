import { and, eq } from "drizzle-orm";
import { positionIn } from "@/drizzle/schema/columns";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { readAs } from "@/server/kernel/row-reader";
import { type Employee, readEmployee } from "@/server/modules/work-calendar/read-employee";
import { isWritable } from "./standing";

/** What the wire shows of a leave, and its version. */
export type LeaveRow = Omit<
  typeof leaves.$inferSelect,
  "workspaceId" | "dayCounts" | "updatedAt" | "writtenAt" | "openedAt" | "remindedOn" | "unattendedAt"
> & {
  /** When it last changed, by the database's clock: where it stands among the others (`settledUntil`). */
  updatedAt: Date;
};

/** Where a leave stands among the others. */
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
  leaveTypeId: leaves.leaveTypeId,
  locationId: leaves.locationId,
  departmentId: leaves.departmentId,
  status: leaves.status,
  reason: leaves.reason,
  statusReason: leaves.statusReason,
  approvedLevel: leaves.approvedLevel,
  version: leaves.version,
  createdAt: leaves.createdAt,
  updatedAt: readAs(leavePosition, leaves.updatedAt),
};

async function findLeave(ctx: Ctx, id: string): Promise<LeaveRow | undefined> {
  const [row] = await scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, leaveFields)
    .where(eq(leaves.id, id));
  return row;
}

/** Whether the person's row is held until the transaction ends: always, or where the leave is of part days, beside which others are counted. */
type Hold = "lock" | "lock of part days" | "";

/**
 * A leave that the caller may try to change, with the person who takes it.
 * @param lock needed by whatever counts their other leave
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
 * `loadLeaveForWrite`, whether or not the caller reaches it: for who asks that themselves.
 * @throws ApiError RESOURCE_NOT_FOUND when it does not exist
 */
export async function loadAnyLeave(
  ctx: Ctx,
  id: string,
  lock: Hold = "",
): Promise<{ leave: LeaveRow; owner: Employee }> {
  const seen = await findLeave(ctx, id);
  const isHeld = lock === "lock" || (lock !== "" && seen?.isFullDayLeave === false);
  const owner = seen && (await readEmployee(ctx, seen.userId, isHeld ? "lock" : ""));
  if (!owner) throw new ApiError("RESOURCE_NOT_FOUND");
  // While this waited for the lock, the leave may have changed.
  const leave = isHeld ? await findLeave(ctx, id) : seen;
  if (!leave) throw new ApiError("RESOURCE_NOT_FOUND");
  return { leave, owner };
}

/**
 * Changes a leave that still stands as it was seen; the database decides who of several comes first.
 * @throws ApiError CONFLICT
 */
export async function moveLeave(
  ctx: Ctx,
  seen: LeaveRow,
  change: Partial<typeof leaves.$inferInsert>,
): Promise<LeaveRow> {
  const [row] = await scoped(workspaceOf(ctx.actor), leaves)
    .update(ctx.db)
    .set({ ...change, version: seen.version + 1, updatedAt: ctx.now() })
    .where(and(eq(leaves.id, seen.id), eq(leaves.version, seen.version), eq(leaves.status, seen.status)))
    .returning(leaveFields);
  if (row) return row;
  throw new ApiError("CONFLICT", { description: "Another request changed this leave at the same time." });
}
