import { oauthClients } from "@/drizzle/schema/oauth";
import { newId } from "@/server/kernel/ids";
import type { OauthClientCreate } from "../schema";
import { newClientSecret } from "./client-secret";
import type { Client } from "./find-client";
import type { ClientKeeper } from "./keeper";
import { refuseRedirectFaults } from "./load-client";

export interface CreatedClient {
  client: Client;
  /** Returned here once, stored nowhere. */
  secret: string;
}

/**
 * Makes a confidential client.
 * @throws ApiError VALIDATION_ERROR
 */
export async function createClient(keeper: ClientKeeper, input: OauthClientCreate): Promise<CreatedClient> {
  refuseRedirectFaults(input.redirectUris);
  const secret = newClientSecret();
  const now = keeper.now();
  return keeper.db.transaction(async (tx) => {
    const [client] = await tx
      .insert(oauthClients)
      .values({
        id: newId(),
        workspaceId: keeper.workspaceId,
        isConfidential: true,
        name: input.name,
        redirectUris: input.redirectUris,
        grantTypes: ["authorization_code", "refresh_token"],
        responseTypes: ["code"],
        tokenEndpointAuthMethod: input.tokenEndpointAuthMethod ?? "client_secret_basic",
        allowedScopes: input.scopes,
        secretHash: secret.hash,
        secretLastFour: secret.lastFour,
        secretCreatedAt: now,
        createdAt: now,
        createdById: keeper.userId,
      })
      .returning();
    if (!client) throw new Error("The inserted client was not returned.");
    await keeper.record(tx, client.workspaceId, {
      action: "oauth_client.create",
      resourceType: "oauth_client",
      resourceId: client.id,
      changes: {
        name: { to: input.name },
        redirectUris: { to: input.redirectUris },
        scopes: { to: input.scopes },
      },
    });
    return { client, secret: secret.plain };
  });
}
