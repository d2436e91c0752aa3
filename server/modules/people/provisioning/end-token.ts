import { eq } from "drizzle-orm";
import { provisioningTokens } from "@/drizzle/schema/provisioning";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { recordAudit } from "@/server/modules/workspace/audit/record";

/**
 * Ends a token at once.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND
 */
export async function endProvisioningToken(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const [ended] = await scoped(workspaceOf(tx.actor), provisioningTokens)
      .delete(tx.db)
      .where(eq(provisioningTokens.id, id))
      .returning({ connectionId: provisioningTokens.connectionId, lastFour: provisioningTokens.lastFour });
    if (!ended) throw new ApiError("RESOURCE_NOT_FOUND", because("tokenMissing"));
    await recordAudit(tx, {
      action: "connection.end_token",
      resourceType: "connection",
      resourceId: ended.connectionId,
      changes: { lastFour: { from: ended.lastFour } },
    });
  });
}
