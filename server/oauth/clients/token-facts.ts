import type { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import type { users } from "@/drizzle/schema/people";

type Client = typeof oauthClients.$inferSelect;
type Grant = typeof oauthGrants.$inferSelect;
type User = typeof users.$inferSelect;

export type ClientFacts = Pick<
  Client,
  "id" | "isConfidential" | "secretHash" | "previousSecretHash" | "grantTypes" | "allowedScopes"
>;
export type GrantFacts = Pick<
  Grant,
  "workspaceId" | "id" | "clientId" | "scopes" | "expiresAt" | "revokedAt" | "lastUsedAt"
>;
export type UserFacts = Pick<User, "id" | "name" | "email" | "status">;

/**
 * What every use of a code or token reads beside it, of the client `c`, the grant `g` and the person `u`. The token endpoint's
 * reads are plain SQL on the small raw pool: postgres.js sends those of parallel requests in one write, which is a good part of
 * what a refresh costs.
 */
export const factColumns = `
  c.id as "clientId", c.is_confidential as "isConfidential", c.secret_hash as "secretHash",
  c.previous_secret_hash as "previousSecretHash", c.grant_types as "grantTypes", c.allowed_scopes as "allowedScopes",
  g.workspace_id as "workspaceId", g.id as "grantId", g.client_id as "grantClientId", g.scopes,
  g.expires_at as "grantExpiresAt", g.revoked_at as "revokedAt", g.last_used_at as "lastUsedAt",
  u.id as "userId", u.name, u.email, u.status`;

/** One row of `factColumns`; what is of the grant and the person is null when the code or token is unknown. */
export interface FactRow
  extends Omit<ClientFacts, "id">,
    Omit<GrantFacts, "id" | "clientId" | "expiresAt">,
    Omit<UserFacts, "id"> {
  clientId: string;
  grantId: string | null;
  grantClientId: string;
  grantExpiresAt: Date;
  userId: string;
}

export interface Facts {
  client: ClientFacts;
  grant: GrantFacts | null;
  user: UserFacts | null;
}

export function factsOf(row: FactRow): Facts {
  const client = {
    id: row.clientId,
    isConfidential: row.isConfidential,
    secretHash: row.secretHash,
    previousSecretHash: row.previousSecretHash,
    grantTypes: row.grantTypes,
    allowedScopes: row.allowedScopes,
  };
  if (row.grantId === null) return { client, grant: null, user: null };
  const grant = {
    workspaceId: row.workspaceId,
    id: row.grantId,
    clientId: row.grantClientId,
    scopes: row.scopes,
    expiresAt: row.grantExpiresAt,
    revokedAt: row.revokedAt,
    lastUsedAt: row.lastUsedAt,
  };
  return { client, grant, user: { id: row.userId, name: row.name, email: row.email, status: row.status } };
}

/** Of the scopes that a person granted, those that the client may still have. */
export const permittedScopes = (
  { allowedScopes }: Pick<ClientFacts, "allowedScopes">,
  granted: readonly string[],
): string[] => granted.filter((scope) => allowedScopes?.includes(scope) ?? true);
