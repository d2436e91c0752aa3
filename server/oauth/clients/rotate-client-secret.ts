import { eq, sql } from "drizzle-orm";
import { oauthClients } from "@/drizzle/schema/oauth";
import { newClientSecret } from "./client-secret";
import type { CreatedClient } from "./create-client";
import type { ClientKeeper } from "./keeper";
import { loadClient } from "./load-client";

const withoutPrevious = {
  previousSecretHash: null,
  previousSecretLastFour: null,
  previousSecretCreatedAt: null,
};

/** Taken from the row at the moment of the UPDATE: concurrent rotations are serialized, and none is lost. */
const currentAsPrevious = {
  previousSecretHash: sql`${oauthClients.secretHash}`,
  previousSecretLastFour: sql`${oauthClients.secretLastFour}`,
  previousSecretCreatedAt: sql`${oauthClients.secretCreatedAt}`,
};

/**
 * Gives a client a new secret. The previous one stays live until `dropPreviousSecret` or the next rotation, so that the client can be
 * moved over without an outage; at most two are live.
 * @param keepPrevious false ends every earlier secret at once, after a leak
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function rotateClientSecret(
  keeper: ClientKeeper,
  clientId: string,
  { keepPrevious = true }: { keepPrevious?: boolean } = {},
): Promise<CreatedClient> {
  const secret = newClientSecret();
  return keeper.db.transaction(async (tx) => {
    const before = await loadClient(keeper, clientId, tx);
    const [client = before] = await tx
      .update(oauthClients)
      .set({
        secretHash: secret.hash,
        secretLastFour: secret.lastFour,
        secretCreatedAt: keeper.now(),
        ...(keepPrevious ? currentAsPrevious : withoutPrevious),
      })
      .where(eq(oauthClients.id, before.id))
      .returning();
    await keeper.record(tx, before.workspaceId, {
      action: "oauth_client.rotate_secret",
      resourceType: "oauth_client",
      resourceId: before.id,
      changes: { keepPrevious: { to: keepPrevious } },
    });
    return { client, secret: secret.plain };
  });
}

/** Ends the previous secret. @throws ApiError RESOURCE_NOT_FOUND */
export async function dropPreviousSecret(keeper: ClientKeeper, clientId: string): Promise<void> {
  await keeper.db.transaction(async (tx) => {
    const client = await loadClient(keeper, clientId, tx);
    if (client.previousSecretHash === null) return;
    await tx.update(oauthClients).set(withoutPrevious).where(eq(oauthClients.id, client.id));
    await keeper.record(tx, client.workspaceId, {
      action: "oauth_client.drop_secret",
      resourceType: "oauth_client",
      resourceId: client.id,
    });
  });
}
