import { eq } from "drizzle-orm";
import { payrollRuns } from "@/drizzle/schema/payroll";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { loadRun } from "./store";

/** Deletes a run with its lines. @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND */
export function deleteRun(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const { locationId, startDate, endDate, number } = await loadRun(tx, id);
    await scoped(workspaceOf(tx.actor), payrollRuns).delete(tx.db).where(eq(payrollRuns.id, id));
    await recordAudit(tx, {
      action: "payroll_run.delete",
      resourceType: "payroll_run",
      resourceId: id,
      changes: {
        ...{ locationId: { from: locationId }, startDate: { from: startDate }, endDate: { from: endDate } },
        ...{ number: { from: number } },
      },
    });
  });
}
