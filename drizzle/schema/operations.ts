import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { operationStatuses } from "./values";
import { workspaces } from "./workspaces";

/** The stored answer of a write, kept for 24 hours for replays (decision 4.10). Written with the effect itself. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    workspaceId: workspaceId(),
    /** The API key that the Idempotency-Key belongs to; for a form of the pages, the user who fills it in. */
    keyId: uuid().notNull(),
    key: text().notNull(),
    /** SHA-256 over method, path, query, acting user and body. */
    fingerprint: bytes().notNull(),
    status: smallint().notNull(),
    headers: jsonb().$type<Record<string, string>>().notNull(),
    /** Sealed with the encryption key where the answer contains a secret. */
    body: bytes(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.keyId, t.key] }),
    index("idempotency_keys_age_index").on(t.createdAt),
  ],
);

export const operationStatus = pgEnum("operation_status", operationStatuses);

/** A write that was accepted for later, and is performed exactly once (decision 4.11). */
export const operations = pgTable(
  "operations",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    ownerId: uuid().notNull(),
    /** The key that sent it; null for a signed-in user. */
    keyId: uuid(),
    sessionId: uuid(),
    /** The user whose permission the write uses: the owner, or the user of X-On-Behalf-Of. */
    actingUserId: uuid().notNull(),
    /** The key's scopes in force when the write was accepted. */
    scopes: text().array().notNull(),
    requestId: text().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    search: text().notNull(),
    /** The body's validated JSON text; null without a body. */
    body: text(),
    status: operationStatus().notNull().default("PENDING"),
    attemptCount: integer().notNull().default(0),
    /** The earliest time of the next attempt. */
    dueAt: instant().notNull(),
    progress: jsonb().$type<{ done: number; total: number }>(),
    result: jsonb().$type<{ status: number; body: unknown }>(),
    error: jsonb().$type<Record<string, unknown>>(),
    createdAt: instant().notNull(),
    completedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("operations_pending_index").on(t.workspaceId, t.dueAt, t.id).where(sql`${t.status} = 'PENDING'`),
    index("operations_next_index").on(t.dueAt, t.workspaceId).where(sql`${t.status} = 'PENDING'`),
    index("operations_age_index").on(t.createdAt),
    index("operations_owner_index").on(t.workspaceId, t.ownerId, t.id),
    check("operations_sender_check", sql`(${t.keyId} is null) <> (${t.sessionId} is null)`),
  ],
);
