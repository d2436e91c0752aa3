import { eq } from "drizzle-orm";
import { integrations } from "@/drizzle/schema/notifications";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { IntegrationRef } from "./schema";

/**
 * Deletes the credentials; notifications to its channels fail until it is connected again.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND
 */
export function disconnectIntegration(ctx: Ctx, { platform }: IntegrationRef): Promise<void> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const [gone] = await scoped(workspaceOf(tx.actor), integrations)
      .delete(tx.db)
      .where(eq(integrations.platform, platform))
      .returning({ facts: integrations.facts });
    if (!gone) throw new ApiError("RESOURCE_NOT_FOUND");
    await recordAudit(tx, {
      action: "integration.disconnect",
      resourceType: "integration",
      resourceId: platform,
      changes: { facts: { from: gone.facts } },
    });
  });
}
