import { eq } from "drizzle-orm";
import { payrollTemplates } from "@/drizzle/schema/payroll";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";

/** A template that a write refers to: it is not deleted before the transaction ends. @throws ApiError RESOURCE_NOT_FOUND */
export async function requireTemplate(tx: Ctx, id: string): Promise<void> {
  const [found] = await scoped(workspaceOf(tx.actor), payrollTemplates)
    .select(tx.db, { id: payrollTemplates.id })
    .where(eq(payrollTemplates.id, id))
    .for("key share");
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
}
