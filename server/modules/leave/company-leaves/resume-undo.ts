import { and, asc, isNull } from "drizzle-orm";
import { type BookedDays, companyLeavePeople } from "@/drizzle/schema/company-leaves";
import type { CompanyLeaveUndo } from "@/drizzle/schema/values";
import type { Ctx, InWorkspace } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { lockEmployees } from "@/server/modules/leave/calendars/read-employee";
import { cancelBooked } from "@/server/modules/leave/requests/cancel-booked";
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
const together = 48;

/**
 * Cancels the unchanged leave in open days of the next people of a company leave, in the open transaction.
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

async function undo(
  ctx: Ctx,
  { id, leaveTypeId }: CompanyLeaveRow,
  people: readonly BookedPerson[],
): Promise<void> {
  const userIds = people.map(({ userId }) => userId);
  const employees = await lockEmployees(ctx, userIds);
  const booked = people.flatMap((person) => person.booked);
  const kept = await cancelBooked(ctx, { companyLeaveId: id, leaveTypeId, people: employees, booked });
  await mark(
    ctx,
    id,
    "KEPT",
    userIds.filter((userId) => kept.has(userId)),
  );
  await mark(
    ctx,
    id,
    "CANCELLED",
    userIds.filter((userId) => !kept.has(userId)),
  );
}

async function mark(ctx: Ctx, id: string, what: CompanyLeaveUndo, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await scoped(workspaceOf(ctx.actor), companyLeavePeople)
    .update(ctx.db)
    .set({ undo: what })
    .where(and(ofCompanyLeave(id), isAnyOf(companyLeavePeople.userId, userIds)));
}
