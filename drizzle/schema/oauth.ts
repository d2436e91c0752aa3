import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { JWK } from "jose";
import { bytes, instant, workspaceId } from "./columns";
import { users } from "./people";

/**
 * An OAuth client. Dynamically registered ones are public and belong to no workspace; a confidential one belongs to the workspace whose
 * administrator created it, or to none when the operator did.
 */
export const oauthClients = pgTable(
  "oauth_clients",
  {
    id: uuid().primaryKey(),
    /** No foreign key: every server has a copy of this table, but only one has the workspace (docs/operate/scale.md). */
    workspaceId: uuid(),
    /** Has secrets and must present one; otherwise public. */
    isConfidential: boolean().notNull(),
    name: text().notNull(),
    redirectUris: text().array().notNull(),
    grantTypes: text().array().notNull(),
    responseTypes: text().array().notNull(),
    tokenEndpointAuthMethod: text().notNull(),
    /** Its client_id, when it describes itself in a document (decision 13.3); the id is derived from it. */
    metadataUrl: text(),
    /** The expiry of the row as a cached copy of that document. */
    metadataExpiresAt: instant(),
    /** Null: every offered scope (decision 3.3). */
    allowedScopes: text().array(),
    /** SHA-256; 256 random bits need no slow hash. Two columns: exactly two can be live (decision 3.2). */
    secretHash: bytes(),
    secretLastFour: text(),
    secretCreatedAt: instant(),
    previousSecretHash: bytes(),
    previousSecretLastFour: text(),
    previousSecretCreatedAt: instant(),
    createdAt: instant().notNull(),
    createdById: uuid(),
    /** The first approval; a dynamic client that never gets one is removed (decision 3.5). */
    authorizedAt: instant(),
    deletedAt: instant(),
  },
  (t) => [
    unique("oauth_clients_metadata_url_unique").on(t.metadataUrl),
    index("oauth_clients_workspace_index").on(t.workspaceId, t.createdAt),
    index("oauth_clients_unused_index")
      .on(t.createdAt)
      .where(sql`not ${t.isConfidential} and ${t.authorizedAt} is null`),
    index("oauth_clients_deleted_index").on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
  ],
);

/**
 * A validated authorization request that awaits the user's answer. No foreign key to the client: every insert would lock the same client
 * row, and the reader checks anyway that the client still exists.
 */
export const oauthRequests = pgTable(
  "oauth_requests",
  {
    id: uuid().primaryKey(),
    clientId: uuid().notNull(),
    redirectUri: text().notNull(),
    /** As it was in the query, still encoded: it goes back unchanged, byte for byte. */
    state: text().notNull(),
    scopes: text().array().notNull(),
    codeChallenge: text(),
    nonce: text(),
    /** Values of `prompt` (OpenID Connect Core, 3.1.2.1). */
    prompts: text().array().notNull().default([]),
    /** `max_age`: how long ago the user may have signed in when the request came. */
    maxAgeSeconds: integer(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** SHA-256 of the cookie of the first browser that viewed it. */
    browserHash: bytes(),
    /** The first user who viewed it. */
    workspaceId: uuid(),
    userId: uuid(),
    answeredAt: instant(),
  },
  (t) => [index("oauth_requests_expiry_index").on(t.expiresAt)],
);

/** One approval. Every code and token refers to it, and ends with it. */
export const oauthGrants = pgTable(
  "oauth_grants",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    clientId: uuid()
      .notNull()
      .references(() => oauthClients.id),
    scopes: text().array().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Written at most once a minute. */
    lastUsedAt: instant(),
    revokedAt: instant(),
    revocationReason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    // An access token names its grant before the workspace is known.
    unique("oauth_grants_id_unique").on(t.id, t.workspaceId),
    foreignKey({
      name: "oauth_grants_user_fk",
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
    }),
    index("oauth_grants_user_index").on(t.workspaceId, t.userId, t.clientId),
    index("oauth_grants_client_index").on(t.clientId, t.workspaceId),
    index("oauth_grants_expiry_index").on(t.expiresAt),
    // For the clean-up a month later.
    index("oauth_grants_revoked_index").on(t.revokedAt).where(sql`${t.revokedAt} is not null`),
  ],
);

/** An app that an administrator listed for the users of a workspace (decision 13.9). */
export const allowedApps = pgTable(
  "allowed_apps",
  {
    workspaceId: workspaceId(),
    clientId: uuid()
      .notNull()
      .references(() => oauthClients.id, { onDelete: "cascade" }),
    allowedById: uuid(),
    allowedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.clientId] }),
    foreignKey({
      name: "allowed_apps_allowed_by_fk",
      columns: [t.workspaceId, t.allowedById],
      foreignColumns: [users.workspaceId, users.id],
    }),
    // A deleted client's entries are deleted with it.
    index("allowed_apps_client_index").on(t.clientId),
  ],
);

/** A code, by its SHA-256. A used code stays for a while, so that a replay is detected. */
export const oauthCodes = pgTable(
  "oauth_codes",
  {
    hash: bytes().notNull(),
    workspaceId: workspaceId(),
    grantId: uuid().notNull(),
    userId: uuid().notNull(),
    clientId: uuid().notNull(),
    redirectUri: text().notNull(),
    codeChallenge: text(),
    nonce: text(),
    scopes: text().array().notNull(),
    /** Less was granted than requested, which the token response has to report (RFC 6749, 3.3). */
    isNarrowed: boolean().notNull().default(false),
    /** When the user signed in: the ID token's auth_time. */
    authenticatedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.hash, t.workspaceId] }),
    foreignKey({
      name: "oauth_codes_grant_fk",
      columns: [t.workspaceId, t.grantId],
      foreignColumns: [oauthGrants.workspaceId, oauthGrants.id],
    }).onDelete("cascade"),
    index("oauth_codes_grant_index").on(t.workspaceId, t.grantId),
    index("oauth_codes_expiry_index").on(t.expiresAt),
  ],
);

/** A refresh token, by the SHA-256 of the whole string. It is never replaced; its grant ends it. */
export const oauthRefreshTokens = pgTable(
  "oauth_refresh_tokens",
  {
    hash: bytes().notNull(),
    workspaceId: workspaceId(),
    grantId: uuid().notNull(),
    issuedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hash, t.workspaceId] }),
    foreignKey({
      name: "oauth_refresh_tokens_grant_fk",
      columns: [t.workspaceId, t.grantId],
      foreignColumns: [oauthGrants.workspaceId, oauthGrants.id],
    }).onDelete("cascade"),
    index("oauth_refresh_tokens_grant_index").on(t.workspaceId, t.grantId),
    index("oauth_refresh_tokens_expiry_index").on(t.expiresAt),
  ],
);

export const signingKeyState = pgEnum("signing_key_state", ["NEXT", "ACTIVE", "RETIRED"]);

/** Keys that sign tokens. Published from NEXT on, 24 hours before use; kept until the last token has expired (decision 3.10). */
export const oauthSigningKeys = pgTable(
  "oauth_signing_keys",
  {
    /** RFC 7638 thumbprint. */
    kid: text().primaryKey(),
    algorithm: text().$type<"RS256" | "ES256">().notNull(),
    state: signingKeyState().notNull(),
    publicJwk: jsonb().$type<JWK>().notNull(),
    /** PKCS #8, encrypted with ENCRYPTION_KEY. */
    privateKey: bytes().notNull(),
    createdAt: instant().notNull(),
    activatedAt: instant(),
    /** Set when retired: an instant after the expiry of its last token. */
    expiresAt: instant(),
  },
  (t) => [
    uniqueIndex("oauth_signing_keys_one_of_each")
      .on(t.algorithm, t.state)
      .where(sql`${t.state} <> 'RETIRED'`),
  ],
);
