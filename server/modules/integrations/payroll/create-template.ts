import { limits } from "@/drizzle/schema/limits";
import { payrollTemplates } from "@/drizzle/schema/payroll";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { acquireLock } from "@/server/kernel/database/lock";
import { ApiError } from "@/server/kernel/errors";
import { orConflict } from "@/server/kernel/http/conflict";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { checkCodes } from "./check-codes";
import { listTemplates } from "./list-templates";
import type { PayrollTemplateCreate } from "./schema";
import type { TemplateRow } from "./store";

export const templateNameTaken = { payroll_templates_name_unique: "templateName" } as const;

/** @throws ApiError FORBIDDEN unless the caller is an administrator, CONFLICT when the name is taken or there are too many, VALIDATION_ERROR */
export function createTemplate(ctx: Ctx, input: PayrollTemplateCreate): Promise<TemplateRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx.actor;
    await acquireLock(tx.db, `payroll-templates:${workspaceId}`);
    if ((await listTemplates(tx)).items.length >= limits.payrollTemplates)
      throw new ApiError("CONFLICT", because("templateCount", { limit: limits.payrollTemplates }));
    await checkCodes(tx, input.codes);
    const at = tx.now();
    const row = { workspaceId, id: newId(), ...input, createdAt: at, updatedAt: at };
    await orConflict(tx.db.insert(payrollTemplates).values(row), templateNameTaken);
    await recordAudit(tx, {
      action: "payroll_template.create",
      resourceType: "payroll_template",
      resourceId: row.id,
      changes: changesOf({}, input),
    });
    return row;
  });
}
