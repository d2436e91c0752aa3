import { and, isNull, not, or } from "drizzle-orm";
import { companyLeavePeople } from "@/drizzle/schema/company-leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { because, type PlainReason } from "@/server/kernel/reasons";
import { recordOperation } from "@/server/modules/integrations/operations/record";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { bookingPath } from "./create-company-leave";
import { addTargets } from "./find-targets";
import { loadCompanyLeave, lockCompanyLeave, ofCompanyLeave, updateRow } from "./store";

/**
 * Books a company leave for those who have no leave of it: people who joined since, and people who could not be booked before. Goes on where
 * a booking has stopped.
 * @returns the operation's bare id
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, CONFLICT while it is booked or undone
 */
export function startBooking(ctx: Ctx, id: string): Promise<string> {
  requireRight(ctx, "company-leaves:write");
  return inTransaction(ctx, async (tx) => {
    const within = { db: tx.db, workspaceId: tx.actor.workspaceId };
    await lockCompanyLeave(within, id);
    const { status, isStopped, ...targets } = await loadCompanyLeave(tx, id);
    if (status !== "BOOKED" && !(status === "BOOKING" && isStopped)) throw notNow(status);
    const accepted = { method: "POST", path: bookingPath(id), search: "", body: null };
    const { id: operationId } = await recordOperation(tx, accepted);
    const run = { runById: tx.actor.userId, requestId: tx.requestId };
    await updateRow(within, id, { ...run, status: "BOOKING", operationId, updatedAt: tx.now() });
    await scoped(workspaceOf(within), companyLeavePeople)
      .delete(tx.db)
      .where(
        and(
          ofCompanyLeave(id),
          or(
            isNull(companyLeavePeople.outcome),
            not(isAnyOf(companyLeavePeople.outcome, ["BOOKED", "PARTLY_BOOKED"])),
          ),
        ),
      );
    await addTargets(within, id, targets);
    await recordAudit(tx, {
      action: "company_leave.book",
      resourceType: "company_leave",
      resourceId: id,
    });
    return operationId;
  });
}

const reasons: Record<string, PlainReason> = {
  BOOKING: "companyBooking",
  UNDOING: "companyUndoing",
  UNDONE: "companyUndone",
};

const notNow = (status: string): ApiError =>
  new ApiError("CONFLICT", because(reasons[status] ?? "companyUndone"));
