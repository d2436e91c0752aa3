import { payrollTemplates } from "@/drizzle/schema/payroll";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import type { Page } from "@/server/kernel/database/page-token";
import type { TemplateRow } from "./store";

/** The workspace's templates, by name. @throws ApiError FORBIDDEN */
export async function listTemplates(ctx: Ctx): Promise<Page<TemplateRow>> {
  requireRight(ctx, "payroll-runs:read");
  const items = await scoped(workspaceOf(ctx.actor), payrollTemplates)
    .selectAll(ctx.db)
    .where(undefined)
    .orderBy(inNameOrder(payrollTemplates.name), payrollTemplates.id);
  return { items, next: null };
}
