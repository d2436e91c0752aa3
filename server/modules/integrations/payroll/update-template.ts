import { eq } from "drizzle-orm";
import { payrollTemplates } from "@/drizzle/schema/payroll";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { acquireLock } from "@/server/kernel/database/lock";
import { orConflict } from "@/server/kernel/http/conflict";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { checkCodes } from "./check-codes";
import { templateNameTaken } from "./create-template";
import type { PayrollTemplatePatch } from "./schema";
import { loadTemplate, type TemplateRow } from "./store";

/**
 * Runs keep the template that they were made with.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when the name is taken, VALIDATION_ERROR
 */
export function updateTemplate(ctx: Ctx, id: string, patch: PayrollTemplatePatch): Promise<TemplateRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await acquireLock(tx.db, `payroll-templates:${tx.actor.workspaceId}`);
    const before = await loadTemplate(tx, id);
    await checkCodes(tx, patch.codes ?? []);
    const change = { ...patch, updatedAt: tx.now() };
    await orConflict(
      scoped(workspaceOf(tx.actor), payrollTemplates)
        .update(tx.db)
        .set(change)
        .where(eq(payrollTemplates.id, id)),
      templateNameTaken,
    );
    await recordAudit(tx, {
      action: "payroll_template.update",
      resourceType: "payroll_template",
      resourceId: id,
      changes: changesOf(before, patch),
    });
    return loadTemplate(tx, id);
  });
}
