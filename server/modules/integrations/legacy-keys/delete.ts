import { and, eq, isNull } from "drizzle-orm";
import { legacyKeys } from "@/drizzle/schema/api-keys";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { requireLegacyKeyRight } from "./policy";

/**
 * Deletes a v1 key permanently: it stops working at once, and its hash stays as a tombstone, so that it cannot be imported again.
 * @throws ApiError FORBIDDEN unless the caller is an administrator; RESOURCE_NOT_FOUND when the key is unknown or already deleted
 */
export async function deleteLegacyKey(ctx: Ctx, id: string): Promise<void> {
  requireLegacyKeyRight(ctx);
  await inTransaction(ctx, async (tx) => {
    const [deleted] = await scoped(workspaceOf(tx.actor), legacyKeys)
      .update(tx.db)
      .set({ deletedAt: tx.now(), deletedById: tx.actor.userId })
      .where(and(eq(legacyKeys.id, id), isNull(legacyKeys.deletedAt)))
      .returning({ id: legacyKeys.id });
    if (!deleted) throw new ApiError("RESOURCE_NOT_FOUND");
    await recordAudit(tx, { action: "legacy_key.delete", resourceType: "legacy_key", resourceId: id });
  });
}
