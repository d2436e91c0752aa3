import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { departments, locations } from "./directory";
import { users } from "./people";
import type {
  ConnectionProtocol,
  ConnectionProvider,
  ConnectionState,
  SignInAnswer,
  SignInAttemptPurpose,
  SignInTest,
} from "./values";

/** A workspace's own sign-in at its identity provider: an OpenID Connect client (decision 2.5), or SAML 2.0 (decision 2.20). */
export const connections = pgTable(
  "connections",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    /** Shown on the button of the sign-in page. */
    name: text().notNull(),
    provider: text().$type<ConnectionProvider>().notNull(),
    protocol: text().$type<ConnectionProtocol>().notNull().default("OIDC"),
    /** With SAML the identity provider's entity ID. */
    issuer: text().notNull(),
    /** Of OpenID Connect. */
    clientId: text(),
    /** Of OpenID Connect. Sealed. */
    clientSecret: bytes(),
    /** Of SAML: where authentication requests go. */
    ssoUrl: text(),
    /** Of SAML, in PEM: one, or during a rotation two. */
    signingCertificates: jsonb().$type<readonly string[]>(),
    /**
     * Of the client secret, as the administrator read it at the provider; null when it does not expire, or is unknown. With SAML of the
     * signing certificate that expires last.
     */
    secretExpiresOn: date({ mode: "string" }),
    /** The date of which the administrators were warned. */
    warnedOfExpiryOn: date({ mode: "string" }),
    state: text().$type<ConnectionState>().notNull().default("DRAFT"),
    /** Whether signing in creates people who have no account. */
    createsPeople: boolean().notNull().default(false),
    /** The place of people who are created; null for the workspace's default. */
    locationId: uuid(),
    departmentId: uuid(),
    testedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.locationId],
      foreignColumns: [locations.workspaceId, locations.id],
    }),
    foreignKey({
      columns: [t.workspaceId, t.departmentId],
      foreignColumns: [departments.workspaceId, departments.id],
    }),
    index("connections_location_index").on(t.workspaceId, t.locationId),
    index("connections_department_index").on(t.workspaceId, t.departmentId),
    index("connections_expiry_index").on(t.secretExpiresOn).where(sql`${t.secretExpiresOn} is not null`),
    check(
      "connections_protocol_check",
      sql`protocol = 'OIDC' and client_id is not null and client_secret is not null
        or protocol = 'SAML' and sso_url is not null and signing_certificates is not null`,
    ),
  ],
);

/** A domain of email addresses that a workspace claims, proven by a TXT record. */
export const emailDomains = pgTable(
  "email_domains",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    /** Lower case, A-labels. */
    name: text().notNull(),
    /** The value of the TXT record, which the workspace publishes. No secret. */
    token: text().notNull(),
    createdAt: instant().notNull(),
    verifiedAt: instant(),
    lastCheckedAt: instant(),
    /** Since when a verified domain's record is missing. */
    lostAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("email_domains_name_unique").on(t.workspaceId, t.name),
    index("email_domains_checked_index").on(t.lastCheckedAt).where(sql`${t.verifiedAt} is not null`),
  ],
);

/** Whose account it is at a connection's identity provider, stored at its first use. */
export const connectionAccounts = pgTable(
  "connection_accounts",
  {
    workspaceId: workspaceId(),
    connectionId: uuid().notNull(),
    /** `iss` and `sub` of the ID token. */
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid().notNull(),
    /** The user's address at the first use: after a change, an account with the new address may replace it. */
    email: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.connectionId, t.issuer, t.subject] }),
    unique("connection_accounts_user_unique").on(t.workspaceId, t.userId, t.connectionId, t.issuer),
    foreignKey({
      columns: [t.workspaceId, t.connectionId],
      foreignColumns: [connections.workspaceId, connections.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);

/** A sign-in that is under way at an identity provider: once only, for a few minutes, in one browser. */
export const signInAttempts = pgTable(
  "sign_in_attempts",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    connectionId: uuid().notNull(),
    purpose: text().$type<SignInAttemptPurpose>().notNull(),
    /** The administrator who tests the connection; null for a sign-in. */
    userId: uuid(),
    /** SHA-256 of `state`. */
    hash: bytes().notNull(),
    /** SHA-256 of the browser's secret, from which `nonce` and the code verifier derive. */
    browserHash: bytes().notNull(),
    returnTo: text().notNull(),
    /** The earliest authentication that an app accepts; null when any is acceptable. */
    authenticatedAfter: instant(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    /** Of SAML: what the provider's POST proved, until the browser that began comes back for it. */
    answer: jsonb().$type<SignInAnswer>(),
    /** The outcome of a test. */
    result: jsonb().$type<SignInTest>(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("sign_in_attempts_hash_unique").on(t.workspaceId, t.hash),
    foreignKey({
      columns: [t.workspaceId, t.connectionId],
      foreignColumns: [connections.workspaceId, connections.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("sign_in_attempts_connection_index").on(t.workspaceId, t.connectionId, t.createdAt),
    index("sign_in_attempts_user_index").on(t.workspaceId, t.userId),
    index("sign_in_attempts_expiry_index").on(t.expiresAt),
  ],
);

/** Logout tokens of identity providers that were used, each once; deleted when none like it would be accepted. */
export const usedLogoutTokens = pgTable(
  "used_logout_tokens",
  {
    workspaceId: workspaceId(),
    connectionId: uuid().notNull(),
    /** SHA-256 of `jti`. */
    hash: bytes().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.connectionId, t.hash] }),
    foreignKey({
      columns: [t.workspaceId, t.connectionId],
      foreignColumns: [connections.workspaceId, connections.id],
    }).onDelete("cascade"),
    index("used_logout_tokens_expiry_index").on(t.expiresAt),
  ],
);

/** Assertions of SAML identity providers that were used, each once; deleted when none like it would be accepted. */
export const usedAssertions = pgTable(
  "used_assertions",
  {
    workspaceId: workspaceId(),
    connectionId: uuid().notNull(),
    /** SHA-256 of the assertion's ID. */
    hash: bytes().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.connectionId, t.hash] }),
    foreignKey({
      columns: [t.workspaceId, t.connectionId],
      foreignColumns: [connections.workspaceId, connections.id],
    }).onDelete("cascade"),
    index("used_assertions_expiry_index").on(t.expiresAt),
  ],
);
