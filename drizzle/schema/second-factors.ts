import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
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
    /** Of an authenticator app. Sealed. */
    secret: bytes().notNull(),
    /** The time step of the last accepted code: it and earlier ones are used up (RFC 6238, 5.2). */
    lastStep: integer(),
    createdAt: instant().notNull(),
    /** When a first code was typed; until then it counts for nothing. */
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
    method: text().$type<SignInMethod>().notNull(),
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
