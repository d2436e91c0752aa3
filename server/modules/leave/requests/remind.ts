import { and, eq, sql } from "drizzle-orm";
import { leaves, waitsForDecision } from "@/drizzle/schema/leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { dayText } from "@/server/kernel/time/calendar-date";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { isOwn, notIn } from "./standing";
import { type LeaveRow, leaveFields, loadLeaveForWrite } from "./store";
import { isWaiting } from "./transitions";

/**
 * Emails a reminder to the approvers whose turn it is to decide an open leave. Limited to once a day, which the database enforces.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN for any caller except the owner, CONFLICT when nothing waits or they were reminded today
 */
export function remindApprovers(ctx: Ctx, id: string): Promise<LeaveRow> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner } = await loadLeaveForWrite(tx, id);
    if (!isOwn(tx, owner)) throw new ApiError("FORBIDDEN", because("remindOwn"));
    if (!isWaiting(leave)) throw notIn(leave);
    const on = dayText(owner.today);
    const reminded = await noteReminder(tx, leave, on);
    await recordAudit(tx, { action: "leave.remind", resourceType: "leave", resourceId: id });
    await tell(tx, "reminded", { leaveId: id, version: reminded.version, on });
    return reminded;
  });
}

/** Of concurrent reminders on one day, the first passes. */
async function noteReminder(tx: Ctx, { id }: LeaveRow, remindedOn: string): Promise<LeaveRow> {
  const [row] = await scoped(workspaceOf(tx.actor), leaves)
    .update(tx.db)
    .set({ remindedOn })
    .where(
      and(
        eq(leaves.id, id),
        waitsForDecision(leaves),
        sql`${leaves.remindedOn} is distinct from ${remindedOn}::date`,
      ),
    )
    .returning(leaveFields);
  if (row) return row;
  throw new ApiError("CONFLICT", {
    ...because("reminded"),
    resolution: "Remind them again tomorrow.",
  });
}
