import { eq } from "drizzle-orm";
import { oauthClients } from "@/drizzle/schema/oauth";
import { revokeGrantsOfClient } from "../grants/revoke";
import type { ClientKeeper } from "./keeper";
import { loadClient } from "./load-client";

/** Deletes a confidential client and ends all of its grants. @throws ApiError RESOURCE_NOT_FOUND */
export async function deleteClient(keeper: ClientKeeper, clientId: string): Promise<void> {
  await keeper.db.transaction(async (tx) => {
    const client = await loadClient(keeper, clientId, tx);
    const now = keeper.now();
    await tx.update(oauthClients).set({ deletedAt: now }).where(eq(oauthClients.id, client.id));
    await revokeGrantsOfClient(tx, client.id, { reason: "CLIENT_DELETED", now, actingUserId: keeper.userId });
    await keeper.record(tx, client.workspaceId, {
      action: "oauth_client.delete",
      resourceType: "oauth_client",
      resourceId: client.id,
      changes: { name: { from: client.name } },
    });
  });
}
