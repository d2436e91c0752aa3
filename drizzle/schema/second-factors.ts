import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { users } from "./people";
import type { FactorKind, LinkToConfirm, SignInMethod } from "./values";

/** What a person proves after a password or a mailed link (decision 2.21). */
export const secondFactors = pgTable(
  "second_factors",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    kind: text().$type<FactorKind>().notNull(),
    name: text().notNull(),
    /** Of an authenticator app. Sealed; null for a passkey. */
    secret: bytes(),
    /** The time step of the last accepted code: it and earlier ones are used up (RFC 6238, 5.2). */
    lastStep: integer(),
    createdAt: instant().notNull(),
    /** When a first code was typed, or a passkey was made; until then it counts for nothing. */
    confirmedAt: instant(),
    lastUsedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("second_factors_user_index").on(t.workspaceId, t.userId),
    index("second_factors_begun_index").on(t.createdAt).where(sql`${t.confirmedAt} is null`),
  ],
);

/** What a passkey is besides a second factor: a key pair whose private half its device or password manager keeps (decision 2.17). */
export const passkeys = pgTable(
  "passkeys",
  {
    workspaceId: workspaceId(),
    factorId: uuid().notNull(),
    /** Random, the same for all passkeys of a person, and not their ID; it names the workspace, so that the row is looked for there alone. */
    userHandle: bytes().notNull(),
    credentialId: bytes().notNull(),
    /** COSE. */
    publicKey: bytes().notNull(),
    /** Of the last accepted signature; 0 from those that do not count. */
    signatureCount: bigint({ mode: "number" }).notNull(),
    /** How the browser reaches it, as it said itself. */
    transports: jsonb().$type<string[]>().notNull(),
    /** Whether it is kept on more than one device. */
    isBackedUp: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.factorId] }),
    unique("passkeys_credential_unique").on(t.workspaceId, t.credentialId),
    foreignKey({
      columns: [t.workspaceId, t.factorId],
      foreignColumns: [secondFactors.workspaceId, secondFactors.id],
    }).onDelete("cascade"),
  ],
);

/** Challenges that a passkey has answered: each counts once, and is kept until it has expired. */
export const usedPasskeyChallenges = pgTable(
  "used_passkey_challenges",
  {
    workspaceId: workspaceId(),
    /** SHA-256. */
    hash: bytes().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.hash] }),
    index("used_passkey_challenges_expiry_index").on(t.expiresAt),
  ],
);

/** Codes that replace a lost factor, each once. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    /** SHA-256 of 80 random bits. */
    hash: bytes().notNull(),
    createdAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId, t.hash] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);

/** A sign-in whose identity is proven, and that waits for the second factor: once only, for a few minutes, in one browser. */
export const signInSteps = pgTable(
  "sign_in_steps",
  {
    workspaceId: workspaceId(),
    /** SHA-256 of a secret that only the browser has. */
    hash: bytes().notNull(),
    userId: uuid().notNull(),
    method: text().$type<Exclude<SignInMethod, "PASSKEY">>().notNull(),
    /** The account that is linked then; null without one. */
    link: jsonb().$type<LinkToConfirm>(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.hash] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("sign_in_steps_user_index").on(t.workspaceId, t.userId),
    index("sign_in_steps_expiry_index").on(t.expiresAt),
  ],
);
