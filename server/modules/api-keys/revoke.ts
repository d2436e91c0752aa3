import { and, eq, isNull } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/audit/record";
import { tell } from "@/server/modules/events/subscribers";
import type { ApiKeyRevoke } from "./schema";
import { type KeyRow, loadKey } from "./store";

/**
 * Ends a key at once and for good; its next request is UNAUTHORIZED. Webhooks that were made with it go on, unless it says otherwise.
 * @throws ApiError RESOURCE_NOT_FOUND when it does not exist or is somebody else's, CONFLICT when it is already revoked.
 */
export function revokeApiKey(ctx: Ctx, { id, pauseWebhooks }: ApiKeyRevoke): Promise<KeyRow> {
  return inTransaction(ctx, async (tx) => {
    await loadKey(tx, id);
    // The condition decides between two who revoke at once.
    const revoked = await scoped(workspaceOf(tx.actor), apiKeys)
      .update(tx.db)
      .set({ revokedAt: tx.now(), revokedById: tx.actor.userId })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    if (revoked.length === 0) throw new ApiError("CONFLICT", { description: "This key is already revoked." });
    await recordAudit(tx, { action: "api_key.revoke", resourceType: "api_key", resourceId: id });
    await tell(tx, "revoked", { keyId: id, pauseWebhooks });
    return loadKey(tx, id);
  });
}
