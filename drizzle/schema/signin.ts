import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { users } from "./people";
import type { PageLanguage, SecondFactorProof, SignInMethod } from "./values";

/** A user's password; without a row they sign in by link or through a provider. */
export const credentials = pgTable(
  "credentials",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    /** argon2id, PHC string. */
    passwordHash: text().notNull(),
    /** Of an administrator: it signs in although the workspace is open to its connections only. */
    hasEmergencyAccess: boolean().notNull().default(false),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);

/**
 * The address that a user last proved to be theirs: with a mailed link, a provider's account, or through the operator. While it differs
 * from the user's address, that one may have been typed by a stranger to its owner. Not a column of `users`: signing in must not wait for a
 * transaction that changes the user.
 */
export const verifiedEmails = pgTable(
  "verified_emails",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    email: text().notNull(),
    verifiedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);

/**
 * The owner of an account at a sign-in provider, stored at its first use: from then on the account counts, not its e-mail address, which
 * the provider may reassign. A user has one at each provider.
 */
export const providerAccounts = pgTable(
  "provider_accounts",
  {
    workspaceId: workspaceId(),
    /** `iss` and `sub` of the ID token. */
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid().notNull(),
    /** The user's address at the first use: after a change, an account with the new address may replace it. */
    email: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject, t.workspaceId] }),
    unique("provider_accounts_user_unique").on(t.workspaceId, t.userId, t.issuer),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);

/** A signed-in browser. The cookie's JWT names the row; revoking the row ends the session at its next request. */
export const sessions = pgTable(
  "sessions",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    userAgent: text(),
    ip: text(),
    /** How it was begun; null for one from before this was stored. */
    method: text().$type<SignInMethod>(),
    /** Of a sign-in through a connection. No reference: a session may outlive its connection. */
    connectionId: uuid(),
    /** `sid`: the session at the identity provider, which may end it; null where it does not say. */
    providerSessionId: text(),
    /** When the identity provider had authenticated the person; null where it is `createdAt`, and where a provider did not say. */
    authenticatedAt: instant(),
    /** The second factor that was proven in it, at its beginning or later; null without one. */
    secondFactor: text().$type<SecondFactorProof>(),
    /** When one was last proven. */
    factorProvenAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("sessions_user_index").on(t.workspaceId, t.userId),
    index("sessions_provider_index")
      .on(t.workspaceId, t.connectionId)
      .where(sql`${t.connectionId} is not null`),
    index("sessions_expiry_index").on(t.expiresAt),
    index("sessions_revoked_index").on(t.revokedAt).where(sql`${t.revokedAt} is not null`),
  ],
);

/** A user's preferences for the pages. Without a row, and where a column is empty, the browser decides. */
export const userSettings = pgTable(
  "user_settings",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    language: text().$type<PageLanguage>(),
    /** An IANA name. */
    timeZone: text(),
    singleKeyShortcuts: boolean().notNull().default(true),
    /** The current or last visit of the page of errors, and the end of the previous one. */
    errorsVisitedAt: instant(),
    errorsVisitedBefore: instant(),
    /** When the user declined to add their leave to the calendar of their phone; null until then. */
    feedDeclinedAt: instant(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);

export const signinTokenPurpose = pgEnum("signin_token_purpose", ["MAGIC_LINK", "PASSWORD_RESET"]);

/** A single-use secret sent by e-mail. */
export const signinTokens = pgTable(
  "signin_tokens",
  {
    workspaceId: workspaceId(),
    hash: bytes().notNull(),
    purpose: signinTokenPurpose().notNull(),
    userId: uuid().notNull(),
    /** False for a link that an administrator copied: it does not prove the address. */
    isMailed: boolean().notNull().default(true),
    returnTo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.hash, t.workspaceId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("signin_tokens_expiry_index").on(t.expiresAt),
  ],
);

/** GCRA buckets for anonymous callers: sign-in by account and IP, registration by IP, failed grants by IP and client. */
export const throttles = pgTable(
  "throttles",
  {
    /** The limited action and its caller, e.g. `register:203.0.113.7`. */
    key: text().primaryKey(),
    theoreticalArrivalAt: instant().notNull(),
  },
  (t) => [index("throttles_arrival_index").on(t.theoreticalArrivalAt)],
);

/**
 * Users who were sent a link to choose their password, before and after their first sign-in. Not a column of `users`: signing in must not
 * wait for a transaction that changes the user.
 */
export const invitations = pgTable(
  "invitations",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    /** Null for the operator. */
    invitedById: uuid(),
    /** The last sending. */
    sentAt: instant().notNull(),
    /** When they first signed in. */
    acceptedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);
