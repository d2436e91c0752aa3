import { eq } from "drizzle-orm";
import { oauthClients } from "@/drizzle/schema/oauth";
import type { AuditLine } from "@/server/modules/workspace/audit/record";
import type { OauthClientUpdate } from "../schema";
import type { Client } from "./find-client";
import type { ClientKeeper } from "./keeper";
import { loadClient, refuseRedirectFaults } from "./load-client";
import { type ClientView, clientView } from "./present-client";

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The columns that really change, for the audit line. */
function changesOf(client: Client, input: OauthClientUpdate): NonNullable<AuditLine["changes"]> {
  const fields = [
    ["name", client.name, input.name],
    ["redirectUris", client.redirectUris, input.redirectUris],
    ["scopes", client.allowedScopes, input.scopes],
    ["tokenEndpointAuthMethod", client.tokenEndpointAuthMethod, input.tokenEndpointAuthMethod],
  ] as const;
  return Object.fromEntries(
    fields
      .filter(([, from, to]) => to !== undefined && !equal(from, to))
      .map(([name, from, to]) => [name, { from, to }]),
  );
}

/**
 * Changes a confidential client. A scope that it loses is missing from the very next token, also for users who granted it before.
 * @throws ApiError RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export async function updateClient(
  keeper: ClientKeeper,
  clientId: string,
  input: OauthClientUpdate,
): Promise<ClientView> {
  refuseRedirectFaults(input.redirectUris);
  return keeper.db.transaction(async (tx) => {
    const before = await loadClient(keeper, clientId, tx);
    const changes = changesOf(before, input);
    if (Object.keys(changes).length === 0) return clientView(before);
    const { scopes, ...rest } = input;
    const [after = before] = await tx
      .update(oauthClients)
      .set({ ...rest, ...(scopes ? { allowedScopes: scopes } : {}) })
      .where(eq(oauthClients.id, before.id))
      .returning();
    await keeper.record(tx, before.workspaceId, {
      action: "oauth_client.update",
      resourceType: "oauth_client",
      resourceId: before.id,
      changes,
    });
    return clientView(after);
  });
}
