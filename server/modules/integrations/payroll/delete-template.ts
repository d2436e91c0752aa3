import { eq } from "drizzle-orm";
import { payrollTemplates } from "@/drizzle/schema/payroll";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { orInUse } from "@/server/kernel/http/conflict";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { loadTemplate } from "./store";

const inUse = { scheduled_reports: "templateInUse" } as const;

/**
 * Runs keep the template that they were made with.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT while scheduled reports use it
 */
export function deleteTemplate(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const { name } = await loadTemplate(tx, id);
    await orInUse(
      scoped(workspaceOf(tx.actor), payrollTemplates).delete(tx.db).where(eq(payrollTemplates.id, id)),
      inUse,
    );
    await recordAudit(tx, {
      action: "payroll_template.delete",
      resourceType: "payroll_template",
      resourceId: id,
      changes: { name: { from: name } },
    });
  });
}
