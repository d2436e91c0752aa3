import { and, isNull } from "drizzle-orm";
import { companyLeavePeople } from "@/drizzle/schema/company-leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { encodeId } from "@/server/kernel/schema";
import { recordOperation } from "@/server/modules/integrations/operations/record";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { loadCompanyLeave, lockCompanyLeave, ofCompanyLeave, updateRow } from "./store";

/**
 * Undoes a company leave: an operation cancels in steps what is unchanged since it was booked. Ends a booking that is under way.
 * @returns the operation's bare id
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, CONFLICT when it is undone, or is being undone
 */
export function startUndo(ctx: Ctx, id: string): Promise<string> {
  requireRight(ctx, "company-leaves:write");
  return inTransaction(ctx, async (tx) => {
    const within = { db: tx.db, workspaceId: tx.actor.workspaceId };
    await lockCompanyLeave(within, id);
    const { status, isStopped } = await loadCompanyLeave(tx, id);
    if (status === "UNDONE" || (status === "UNDOING" && !isStopped))
      throw new ApiError("CONFLICT", because(status === "UNDONE" ? "companyUndone" : "companyUndoing"));
    const path = `/v2/company-leaves/${encodeId("companyLeave", id)}`;
    const accepted = { method: "DELETE", path, search: "", body: null };
    const { id: operationId } = await recordOperation(tx, accepted);
    const run = { runById: tx.actor.userId, requestId: tx.requestId };
    await updateRow(within, id, { ...run, status: "UNDOING", operationId, updatedAt: tx.now() });
    await scoped(workspaceOf(within), companyLeavePeople)
      .delete(tx.db)
      .where(and(ofCompanyLeave(id), isNull(companyLeavePeople.outcome)));
    await recordAudit(tx, {
      action: "company_leave.undo",
      resourceType: "company_leave",
      resourceId: id,
    });
    return operationId;
  });
}
