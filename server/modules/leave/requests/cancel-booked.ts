import { and, asc, eq } from "drizzle-orm";
import type { BookedDays } from "@/drizzle/schema/company-leaves";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { isClosed } from "@/server/modules/leave/calendars/require-open-days";
import { recordLeaveChanges } from "./record-change";
import { type LeaveRow, leaveFields, moveLeave } from "./store";

/** The leave that a company leave booked for some people. */
interface Booked {
  companyLeaveId: string;
  leaveTypeId: string;
  /** Locked. */
  people: ReadonlyMap<string, Employee>;
  booked: readonly BookedDays[];
}

/**
 * Cancels leave of a company leave that is unchanged since it was booked, and has no closed day. The caller has locked the people.
 * @returns the ids of the users whose leave was kept
 */
export async function cancelBooked(ctx: Ctx, of: Booked): Promise<ReadonlySet<string>> {
  const found = await scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, leaveFields)
    .where(
      and(
        eq(leaves.companyLeaveId, of.companyLeaveId),
        isAnyOf(leaves.userId, [...of.people.keys()]),
        isInEffect(leaves.status),
      ),
    )
    .orderBy(asc(leaves.id))
    .for("no key update");
  const days = new Map(of.booked.map((one) => [one.leaveId, one]));
  const isKept = (leave: LeaveRow) => {
    const owner = of.people.get(leave.userId);
    return (
      !owner || isClosed(owner, leave.startDate) || !isUnchanged(leave, of.leaveTypeId, days.get(leave.id))
    );
  };
  const changes = await Promise.all(
    found
      .filter((leave) => !isKept(leave))
      .map(async (before) => {
        const after = await moveLeave(ctx, of.people.get(before.userId) ?? null, before, {
          status: "CANCELLED",
          statusReason: null,
        });
        return { action: "leave.cancel", before, after, events: ["leave.cancelled"] } as const;
      }),
  );
  await recordLeaveChanges(ctx, changes);
  return new Set(found.filter(isKept).map(({ userId }) => userId));
}

/** Whether leave still is what was booked. A new count of the same days, by a working pattern or a holiday, is no change. */
const isUnchanged = (leave: LeaveRow, leaveTypeId: string, booked: BookedDays | undefined): boolean =>
  leave.status === "APPROVED" &&
  leave.isFullDayLeave &&
  leave.leaveTypeId === leaveTypeId &&
  booked?.startDate === leave.startDate &&
  booked.endDate === leave.endDate &&
  (booked.startPart ?? "FULL_DAY") === leave.startPart &&
  (booked.endPart ?? "FULL_DAY") === leave.endPart;
