import { companyLeaves } from "@/drizzle/schema/company-leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { checkedParts } from "@/server/kernel/time/day-parts";
import { recordOperation } from "@/server/modules/integrations/operations/record";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { checkCompanyLeave } from "./check-company-leave";
import { addTargets } from "./find-targets";
import type { CompanyLeaveCreate } from "./schema";
import { type CompanyLeaveState, loadCompanyLeave } from "./store";

/** The path of the endpoint that books a company leave in steps. */
export const bookingPath = (id: string): string => `/v2/company-leaves/${encodeId("companyLeave", id)}/book`;

/**
 * Accepts a company leave (decision 16.1). It names its people now; an operation books their leave in steps.
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR
 */
export function createCompanyLeave(ctx: Ctx, input: CompanyLeaveCreate): Promise<CompanyLeaveState> {
  const wanted = { ...input, ...checkedParts(input) };
  return inTransaction(ctx, async (tx) => {
    await checkCompanyLeave(tx, wanted);
    const { workspaceId, userId } = tx.actor;
    const id = newId();
    const accepted = { method: "POST", path: bookingPath(id), search: "", body: null };
    const { id: operationId } = await recordOperation(tx, accepted);
    const at = tx.now();
    await tx.db.insert(companyLeaves).values({
      ...{ ...wanted, workspaceId, id, status: "BOOKING", operationId },
      ...{ runById: userId, requestId: tx.requestId, createdById: userId, createdAt: at, updatedAt: at },
    });
    await addTargets({ db: tx.db, workspaceId }, id, wanted);
    await recordAudit(tx, {
      action: "company_leave.create",
      resourceType: "company_leave",
      resourceId: id,
      changes: changesOf({}, wanted),
    });
    return loadCompanyLeave(tx, id);
  });
}
