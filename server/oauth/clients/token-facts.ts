import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";

/** Columns that every use of a code or token reads beside it. */
export const clientFacts = {
  id: oauthClients.id,
  isConfidential: oauthClients.isConfidential,
  secretHash: oauthClients.secretHash,
  previousSecretHash: oauthClients.previousSecretHash,
  grantTypes: oauthClients.grantTypes,
  allowedScopes: oauthClients.allowedScopes,
};

export const grantFacts = {
  workspaceId: oauthGrants.workspaceId,
  id: oauthGrants.id,
  clientId: oauthGrants.clientId,
  scopes: oauthGrants.scopes,
  expiresAt: oauthGrants.expiresAt,
  revokedAt: oauthGrants.revokedAt,
  lastUsedAt: oauthGrants.lastUsedAt,
};

export const userFacts = {
  id: users.id,
  name: users.name,
  email: users.email,
  status: users.status,
};

export type GrantFacts = { [K in keyof typeof grantFacts]: (typeof oauthGrants.$inferSelect)[K] };
export type UserFacts = { [K in keyof typeof userFacts]: (typeof users.$inferSelect)[K] };

/** Of the scopes that a person granted, those that the client may still have. */
export const permittedScopes = (
  { allowedScopes }: { allowedScopes: readonly string[] | null },
  granted: readonly string[],
): string[] => granted.filter((scope) => allowedScopes?.includes(scope) ?? true);
