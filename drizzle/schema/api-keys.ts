import { sql } from "drizzle-orm";
import {
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { users } from "./people";
import { workspaces } from "./workspaces";

export const apiKeys = pgTable(
  "api_keys",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    ownerId: uuid().notNull(),
    name: text().notNull(),
    description: text(),
    /** Leading characters of the key, for display. */
    prefix: text().notNull(),
    lastFour: text().notNull(),
    /** SHA-256 of the whole key: 190 random bits need no slow hash. */
    hash: bytes().notNull(),
    scopes: text().array().notNull(),
    expiresAt: instant(),
    createdAt: instant().notNull(),
    revokedAt: instant(),
    revokedById: uuid(),
    /** The key that this one replaces. */
    replacesKeyId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.ownerId], foreignColumns: [users.workspaceId, users.id] }),
    // Looked up before the workspace is known; the workspace follows, so that the table could be sharded by it.
    unique("api_keys_hash_unique").on(t.hash, t.workspaceId),
    index("api_keys_owner_index").on(t.workspaceId, t.ownerId),
    // For deletion after their retention.
    index("api_keys_ended_index")
      .on(t.workspaceId, sql`least(${t.revokedAt}, ${t.expiresAt})`)
      .where(sql`least(${t.revokedAt}, ${t.expiresAt}) is not null`),
  ],
);

/** Keys of the sealed v1. A deleted row stays as a tombstone, so that the same key can never come back (decision 10). */
export const legacyKeys = pgTable(
  "legacy_keys",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    prefix: text().notNull(),
    lastFour: text().notNull(),
    hash: bytes().notNull(),
    importedAt: instant().notNull(),
    deletedAt: instant(),
    deletedById: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("legacy_keys_hash_unique").on(t.hash, t.workspaceId),
  ],
);

/**
 * Token bucket (GCRA), monthly quota and daily count of one key of either kind. The row is created with its key. Written with
 * `synchronous_commit = off`: a crash may lose the last moments of counting, never data (decision 4.6).
 */
export const rateCounters = pgTable(
  "rate_counters",
  {
    workspaceId: workspaceId(),
    keyId: uuid().notNull(),
    /** GCRA's theoretical arrival time: the bucket is full again at this instant. */
    theoreticalArrivalAt: instant().notNull(),
    /** First day of the UTC month that `monthCount` counts. */
    month: date({ mode: "string" }).notNull(),
    monthCount: integer().notNull().default(0),
    /** The UTC day that `dayCount` counts. */
    day: date({ mode: "string" }).notNull(),
    dayCount: integer().notNull().default(0),
    lastUsedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.keyId] })],
);
