import { and, asc, eq, isNull } from "drizzle-orm";
import { type BookedDays, companyLeavePeople } from "@/drizzle/schema/company-leaves";
import { leaves } from "@/drizzle/schema/leaves";
import { type CompanyLeaveUndo, isEffective } from "@/drizzle/schema/values";
import type { Ctx, InWorkspace } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { groupBy } from "@/server/kernel/group-by";
import { lockEmployees } from "@/server/modules/leave/calendars/read-employee";
import { recordLeaveChanges } from "@/server/modules/leave/requests/record-change";
import { type LeaveRow, leaveFields, moveLeave } from "@/server/modules/leave/requests/store";
import {
  type CompanyLeaveRow,
  contextOf,
  countPeople,
  lockCompanyLeave,
  noCounts,
  ofCompanyLeave,
  readState,
  updateRow,
} from "./store";

/** People of one step, as in a booking. */
const together = 50;

/**
 * Cancels the unchanged leave of the next people of a company leave, in the open transaction.
 * @returns progress in people; the company leave once there are none left
 * @throws ApiError CONFLICT without such a company leave
 */
export async function resumeUndo(tx: InWorkspace, id: string) {
  const row = await lockCompanyLeave(tx, id);
  if (!row) throw new ApiError("CONFLICT");
  if (row.status !== "UNDOING") return { result: await readState(tx, row) };
  const people = await findBooked(tx, id);
  const ctx = await contextOf(tx, row);
  if (people.length === 0) {
    const ended = { status: "UNDONE", updatedAt: ctx.now() } as const;
    await updateRow(tx, id, ended);
    return { result: await readState(tx, { ...row, ...ended }) };
  }
  await undo(ctx, row, people);
  const { outcomes, undone } = (await countPeople(tx, [id])).get(id) ?? noCounts();
  return {
    progress: {
      done: undone.CANCELLED + undone.KEPT,
      total: outcomes.BOOKED + outcomes.PARTLY_BOOKED,
    },
  };
}

interface BookedPerson {
  userId: string;
  booked: BookedDays[];
}

const findBooked = (tx: InWorkspace, id: string): Promise<BookedPerson[]> =>
  scoped(workspaceOf(tx), companyLeavePeople)
    .select(tx.db, { userId: companyLeavePeople.userId, booked: companyLeavePeople.booked })
    .where(
      and(
        ofCompanyLeave(id),
        isAnyOf(companyLeavePeople.outcome, ["BOOKED", "PARTLY_BOOKED"]),
        isNull(companyLeavePeople.undo),
      ),
    )
    .orderBy(asc(companyLeavePeople.userId))
    .limit(together);

async function undo(ctx: Ctx, company: CompanyLeaveRow, people: readonly BookedPerson[]): Promise<void> {
  const userIds = people.map(({ userId }) => userId);
  await lockEmployees(ctx, userIds);
  const found = await scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, leaveFields)
    .where(and(eq(leaves.companyLeaveId, company.id), isAnyOf(leaves.userId, userIds)))
    .orderBy(asc(leaves.id))
    .for("no key update");
  const leavesOf = groupBy(found, ({ userId }) => userId);
  const cancelled: LeaveRow[] = [];
  const undone: Record<CompanyLeaveUndo, string[]> = { CANCELLED: [], KEPT: [] };
  for (const { userId, booked } of people) {
    const inEffect = (leavesOf.get(userId) ?? []).filter(({ status }) => isEffective(status));
    const unchanged = inEffect.filter((leave) => isUnchanged(leave, company, booked));
    cancelled.push(...unchanged);
    undone[unchanged.length === inEffect.length ? "CANCELLED" : "KEPT"].push(userId);
  }
  const changes = await Promise.all(
    cancelled.map(async (before) => {
      const after = await moveLeave(ctx, before, { status: "CANCELLED", statusReason: null });
      return { action: "leave.cancel", before, after, events: ["leave.cancelled"] } as const;
    }),
  );
  await recordLeaveChanges(ctx, changes);
  for (const [what, ids] of Object.entries(undone))
    await mark(ctx, company.id, what as CompanyLeaveUndo, ids);
}

/** Whether leave still is what was booked. A new count of the same days, by a working pattern or a holiday, changes nothing about that. */
const isUnchanged = (
  leave: LeaveRow,
  { leaveTypeId }: CompanyLeaveRow,
  booked: readonly BookedDays[],
): boolean =>
  leave.status === "APPROVED" &&
  leave.isFullDayLeave &&
  leave.leaveTypeId === leaveTypeId &&
  booked.some(
    ({ leaveId, startDate, endDate }) =>
      leaveId === leave.id && startDate === leave.startDate && endDate === leave.endDate,
  );

async function mark(ctx: Ctx, id: string, what: CompanyLeaveUndo, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await scoped(workspaceOf(ctx.actor), companyLeavePeople)
    .update(ctx.db)
    .set({ undo: what })
    .where(and(ofCompanyLeave(id), isAnyOf(companyLeavePeople.userId, userIds)));
}
