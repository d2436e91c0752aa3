import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { loadTemplate, type TemplateRow } from "./store";

/** @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export async function getTemplate(ctx: Ctx, id: string): Promise<TemplateRow> {
  requireRight(ctx, "payroll-runs:read");
  return loadTemplate(ctx, id);
}
