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
import type { PageLanguage } from "./values";

/** A person's password; without a row they sign in by link or through a provider. */
export const credentials = pgTable(
  "credentials",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    /** argon2id, PHC string. */
    passwordHash: text().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);

/**
 * The address that a person has last proven to be theirs: with a mailed link, a provider's account, or by the operator. While it is
 * another than the person's, whoever typed that one may be a stranger to its owner. No column of `users`: signing in must not wait for
 * who changes the person.
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
 * Whose account at a sign-in provider it is, remembered at its first use: from then on the account counts, not its e-mail address,
 * which the provider may give to somebody else. A person has one at each provider.
 */
export const providerAccounts = pgTable(
  "provider_accounts",
  {
    workspaceId: workspaceId(),
    /** `iss` and `sub` of the ID token. */
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid().notNull(),
    /** The person's address at the first use: when it has been changed since, an account with the new one may take the place. */
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
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("sessions_user_index").on(t.workspaceId, t.userId),
    index("sessions_expiry_index").on(t.expiresAt),
    index("sessions_revoked_index").on(t.revokedAt).where(sql`${t.revokedAt} is not null`),
  ],
);

/** How a person wants the pages. Without a row, and where a column is empty, the browser decides. */
export const userSettings = pgTable(
  "user_settings",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    language: text().$type<PageLanguage>(),
    /** An IANA name. */
    timeZone: text(),
    singleKeyShortcuts: boolean().notNull().default(true),
    /** The visit of the page of errors that lasts or was the last, and the end of the one before. */
    errorsVisitedAt: instant(),
    errorsVisitedBefore: instant(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);

export const signinTokenPurpose = pgEnum("signin_token_purpose", ["MAGIC_LINK", "PASSWORD_RESET"]);

/** A single-use secret that was sent by e-mail. */
export const signinTokens = pgTable(
  "signin_tokens",
  {
    workspaceId: workspaceId(),
    hash: bytes().notNull(),
    purpose: signinTokenPurpose().notNull(),
    userId: uuid().notNull(),
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
    /** What is limited and for whom, e.g. `register:203.0.113.7`. */
    key: text().primaryKey(),
    theoreticalArrivalAt: instant().notNull(),
  },
  (t) => [index("throttles_arrival_index").on(t.theoreticalArrivalAt)],
);

/**
 * Who was sent a link with which they choose their password, until they first sign in and after. No column of `users`: signing in must not
 * wait for who changes the person.
 */
export const invitations = pgTable(
  "invitations",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    /** Null where nobody did: the operator. */
    invitedById: uuid(),
    /** The last time. */
    sentAt: instant().notNull(),
    /** When they first signed in. */
    acceptedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);
