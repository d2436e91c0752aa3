import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";

type Client = typeof oauthClients.$inferSelect;
type Grant = typeof oauthGrants.$inferSelect;
type User = typeof users.$inferSelect;

export type ClientFacts = Pick<
  Client,
  | "id"
  | "isConfidential"
  | "metadataUrl"
  | "secretHash"
  | "previousSecretHash"
  | "grantTypes"
  | "allowedScopes"
>;
export type GrantFacts = Pick<
  Grant,
  "workspaceId" | "id" | "clientId" | "scopes" | "expiresAt" | "revokedAt" | "lastUsedAt"
>;
export type UserFacts = Pick<User, "id" | "name" | "email" | "status">;

/**
 * Facts that every use of a code or token reads with it. The token endpoint reads on the small pool: postgres.js sends parallel queries of
 * one connection in one write, and writes are a good part of a refresh's cost.
 */
export const factFields = {
  client: {
    id: oauthClients.id,
    isConfidential: oauthClients.isConfidential,
    metadataUrl: oauthClients.metadataUrl,
    secretHash: oauthClients.secretHash,
    previousSecretHash: oauthClients.previousSecretHash,
    grantTypes: oauthClients.grantTypes,
    allowedScopes: oauthClients.allowedScopes,
  },
  grant: {
    workspaceId: oauthGrants.workspaceId,
    id: oauthGrants.id,
    clientId: oauthGrants.clientId,
    scopes: oauthGrants.scopes,
    expiresAt: oauthGrants.expiresAt,
    revokedAt: oauthGrants.revokedAt,
    lastUsedAt: oauthGrants.lastUsedAt,
  },
  user: { id: users.id, name: users.name, email: users.email, status: users.status },
};

export interface Facts {
  client: ClientFacts;
  /** Null, as is the user, when the code or token is unknown. */
  grant: GrantFacts | null;
  user: UserFacts | null;
}

/** The scopes that a user granted and the client may still have. */
export const permittedScopes = (
  { allowedScopes }: Pick<ClientFacts, "allowedScopes">,
  granted: readonly string[],
): string[] => granted.filter((scope) => allowedScopes?.includes(scope) ?? true);
