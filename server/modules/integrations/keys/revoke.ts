import { and, eq, isNull, type SQL } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { ApiKeyRevoke } from "./schema";
import { type KeyRow, loadKey } from "./store";

/**
 * Revokes a user's active keys, in the open transaction; webhooks created with them continue.
 * @returns how many
 */
export async function revokeKeysOf(tx: Ctx, ownerId: string): Promise<number> {
  const revoked = await revokeWhere(tx, eq(apiKeys.ownerId, ownerId));
  for (const id of revoked) await noteRevoked(tx, id, false);
  return revoked.length;
}

/** The guarded UPDATE decides between concurrent revocations. */
async function revokeWhere(tx: Ctx, which: SQL): Promise<string[]> {
  const revoked = await scoped(workspaceOf(tx.actor), apiKeys)
    .update(tx.db)
    .set({ revokedAt: tx.now(), revokedById: tx.actor.userId })
    .where(and(which, isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return revoked.map(({ id }) => id);
}

async function noteRevoked(tx: Ctx, id: string, pauseWebhooks: boolean): Promise<void> {
  await recordAudit(tx, { action: "api_key.revoke", resourceType: "api_key", resourceId: id });
  await tell(tx, "revoked", { keyId: id, pauseWebhooks });
}

/**
 * Revokes a key at once and permanently; its next request is UNAUTHORIZED. Webhooks created with it continue, unless `pauseWebhooks` is
 * set.
 * @throws ApiError RESOURCE_NOT_FOUND when it does not exist or belongs to another user, CONFLICT when it is already revoked.
 */
export function revokeApiKey(ctx: Ctx, { id, pauseWebhooks }: ApiKeyRevoke): Promise<KeyRow> {
  return inTransaction(ctx, async (tx) => {
    await loadKey(tx, id);
    const revoked = await revokeWhere(tx, eq(apiKeys.id, id));
    if (revoked.length === 0) throw new ApiError("CONFLICT", because("keyRevoked"));
    await noteRevoked(tx, id, pauseWebhooks);
    return loadKey(tx, id);
  });
}
