import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, orderedText, workspaceId } from "./columns";

/** The refusal's error, from the envelope. */
export interface LoggedError {
  description?: string;
  resolution?: string;
  details?: Record<string, unknown>;
}

/**
 * One API request, redacted before it is stored; kept 30 days. Written in batches after the requests, so a crash may lose the last moments.
 * `workspace_id` is the nil UUID for an unidentified caller. Partitioned by `request_id`, one UTC day each
 * (`server/kernel/database/day-partitions.ts`): no query deletes from it by name.
 */
export const requestLog = pgTable(
  "request_log",
  {
    workspaceId: workspaceId(),
    /** Begins with the time, so that it is also the order and the page cursor. */
    requestId: orderedText().notNull(),
    at: instant().notNull(),
    /** `v1`, `v2`, `oauth` */
    api: text().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    query: text(),
    /** The path with `{names}` for ids; null for an unknown one. */
    endpoint: text(),
    status: smallint().notNull(),
    errorCode: text(),
    error: jsonb().$type<LoggedError>(),
    durationUs: integer().notNull(),
    /** `key`, `legacyKey`, `client` */
    keyKind: text(),
    keyId: uuid(),
    /** The key's owner: they see the request, and so do administrators. */
    ownerId: uuid(),
    /** The user of X-On-Behalf-Of, when it is not the owner. */
    actingUserId: uuid(),
    idempotencyKey: text(),
    isReplay: boolean().notNull().default(false),
    operationId: uuid(),
    /** Requests that the bucket would still have admitted. */
    burstLeft: smallint(),
    userAgent: text(),
    /** Names of the body's fields, never values. */
    bodyFields: text().array(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.requestId] }),
    index("request_log_key_index").on(t.workspaceId, t.keyId, t.requestId),
    index("request_log_owner_index").on(t.workspaceId, t.ownerId, t.requestId),
    index("request_log_error_index").on(t.workspaceId, t.requestId).where(sql`${t.status} >= 400`),
  ],
);

/** The request log aggregated by key and hour: usage pages read it instead of the log. Kept 400 days. */
export const requestHours = pgTable(
  "request_hours",
  {
    workspaceId: workspaceId(),
    hour: instant().notNull(),
    /** The nil UUID for an unknown key. */
    keyId: uuid().notNull(),
    keyKind: text(),
    ownerId: uuid(),
    successCount: integer().notNull().default(0),
    clientErrorCount: integer().notNull().default(0),
    rateLimitedCount: integer().notNull().default(0),
    quotaExceededCount: integer().notNull().default(0),
    serverErrorCount: integer().notNull().default(0),
    /** Requests that the log dropped. */
    droppedCount: integer().notNull().default(0),
    /** The lowest level of the key's bucket. */
    lowestBurst: smallint(),
    /** Requests by duration; the module defines the bounds. */
    latencyCounts: integer().array(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.hour, t.keyId] }),
    index("request_hours_age_index").on(t.hour),
  ],
);

/** Refusals of the request log aggregated by hour, key, endpoint and code. Kept as long as the log. */
export const requestErrorHours = pgTable(
  "request_error_hours",
  {
    workspaceId: workspaceId(),
    hour: instant().notNull(),
    keyId: uuid().notNull(),
    method: text().notNull(),
    /** Empty for an unknown path. */
    endpoint: text().notNull(),
    code: text().notNull(),
    ownerId: uuid(),
    count: integer().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    lastRequestId: text().notNull(),
  },
  (t) => [
    primaryKey({
      name: "request_error_hours_pk",
      columns: [t.workspaceId, t.hour, t.keyId, t.method, t.endpoint, t.code],
    }),
    index("request_error_hours_age_index").on(t.hour),
  ],
);

/** How much of its quota a key has used this month, and the last threshold of which its owner was notified. */
export const quotaWarnings = pgTable(
  "quota_warnings",
  {
    workspaceId: workspaceId(),
    keyId: uuid().notNull(),
    keyKind: text().notNull(),
    /** First day of the UTC month. */
    month: date({ mode: "string" }).notNull(),
    /** Percent: 80, 95 or 100; the notified threshold below is 0 before the first mail. */
    reached: smallint().notNull(),
    notified: smallint("told").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.keyId, t.month] }),
    index("quota_warnings_due_index").on(t.month).where(sql`${t.notified} < ${t.reached}`),
  ],
);
