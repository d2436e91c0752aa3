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

/** What the envelope said of a refusal. */
export interface LoggedError {
  description?: string;
  resolution?: string;
  details?: Record<string, unknown>;
}

/**
 * One request of the API, redacted before it comes here; kept 30 days. Written in batches behind the requests, so a crash may forget
 * the last moments. `workspace_id` is the nil UUID where nothing told whose request it was. Partitioned by `request_id`, a UTC day each
 * (`server/modules/request-log/partitions.ts`): nobody deletes from it by name.
 */
export const requestLog = pgTable(
  "request_log",
  {
    workspaceId: workspaceId(),
    /** Begins with the time, so that it is the order and the page cursor as well. */
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
    /** Who owns the key: they see the request, and so do administrators. */
    ownerId: uuid(),
    /** The user of X-On-Behalf-Of, when it is another. */
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

/** The request log counted by key and hour: what usage pages read instead of the log. Kept 400 days. */
export const requestHours = pgTable(
  "request_hours",
  {
    workspaceId: workspaceId(),
    hour: instant().notNull(),
    /** The nil UUID where no key was known. */
    keyId: uuid().notNull(),
    keyKind: text(),
    ownerId: uuid(),
    successCount: integer().notNull().default(0),
    clientErrorCount: integer().notNull().default(0),
    rateLimitedCount: integer().notNull().default(0),
    quotaExceededCount: integer().notNull().default(0),
    serverErrorCount: integer().notNull().default(0),
    /** Requests that the log could not take. */
    droppedCount: integer().notNull().default(0),
    /** The lowest level of the key's bucket. */
    lowestBurst: smallint(),
    /** Requests by duration; the bounds stand with the module. */
    latencyCounts: integer().array(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.hour, t.keyId] }),
    index("request_hours_age_index").on(t.hour),
  ],
);

/** Refusals of the request log counted by hour, key, endpoint and code. Kept as long as the log. */
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

/** How far a key's use of its quota has come this month, and of which threshold its owner was told. */
export const quotaWarnings = pgTable(
  "quota_warnings",
  {
    workspaceId: workspaceId(),
    keyId: uuid().notNull(),
    keyKind: text().notNull(),
    /** First day of the UTC month. */
    month: date({ mode: "string" }).notNull(),
    /** Percent: 80, 95 or 100; `told` is 0 before the first mail. */
    reached: smallint().notNull(),
    told: smallint().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.keyId, t.month] }),
    index("quota_warnings_due_index").on(t.month).where(sql`${t.told} < ${t.reached}`),
  ],
);
