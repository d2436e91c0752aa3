import { eq } from "drizzle-orm";
import { leaveCertificates } from "@/drizzle/schema/leave-certificates";
import { leaveFiles } from "@/drizzle/schema/leave-files";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { isEffective } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { requireFree } from "./judge-cancel";
import { recordLeaveChange } from "./record-change";
import { partDaysOf, releasePartDays } from "./release-part-days";
import { settleInterruptions } from "./settle-interruptions";
import { requireStanding } from "./standing";
import { loadLeaveForWrite, moveLeave } from "./store";

/**
 * Marks a leave as DELETED. The row is kept and listed under that status (decision 7), its files are not (decision 14.1). Allowed to the owner before the leave ends or once
 * it was decided against, and to a manager of the owner.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT
 */
export function deleteLeave(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner } = await loadLeaveForWrite(tx, id, "lock");
    requireStanding(tx, "delete", { ...leave, endDay: dayNumber(leave.endDate) }, owner);
    await requireFree(tx, "delete", leave, owner);
    const given = isEffective(leave.status) ? await partDaysOf(tx, leave) : null;
    const after = await moveLeave(tx, owner, leave, { status: "DELETED" });
    // A deleted leave needs no doctor's note, and no one decides it any more.
    await scoped(workspaceOf(tx.actor), leaveQuestions).delete(tx.db).where(eq(leaveQuestions.leaveId, id));
    await scoped(workspaceOf(tx.actor), leaveFiles).delete(tx.db).where(eq(leaveFiles.leaveId, id));
    await scoped(workspaceOf(tx.actor), leaveCertificates)
      .delete(tx.db)
      .where(eq(leaveCertificates.leaveId, id));
    await recordLeaveChange(tx, { action: "leave.delete", before: leave, after, events: ["leave.deleted"] });
    await releasePartDays(tx, owner, given);
    await settleInterruptions(tx, owner, leave, after);
  });
}
