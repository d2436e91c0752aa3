import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { apiKeys } from "./api-keys";
import { bytes, instant, workspaceId } from "./columns";
import { users } from "./people";
import {
  type DeliveredType,
  type DeliveryError,
  deliveryStatuses,
  type EventType,
  webhookPausedReasons,
  webhookRevocationReasons,
  webhookStatuses,
} from "./values";

export const webhookStatus = pgEnum("webhook_status", webhookStatuses);
export const webhookPausedReason = pgEnum("webhook_paused_reason", webhookPausedReasons);
export const webhookRevocationReason = pgEnum("webhook_revocation_reason", webhookRevocationReasons);
export const deliveryStatus = pgEnum("delivery_status", deliveryStatuses);

export const webhooks = pgTable(
  "webhooks",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    ownerId: uuid().notNull(),
    /** The key that created it; null when it was created on the dashboard. */
    keyId: uuid(),
    /** The approval with which an app created it, and the app: it ends with that approval. No foreign keys, since it outlives both. */
    grantId: uuid(),
    clientId: uuid(),
    /** The expiry of that approval. */
    endsAt: instant(),
    url: text().notNull(),
    description: text(),
    events: text().array().$type<EventType[]>().notNull(),
    status: webhookStatus().notNull(),
    pausedReason: webhookPausedReason(),
    pausedAt: instant(),
    revokedAt: instant(),
    revocationReason: webhookRevocationReason(),
    /** 32 bytes, sealed with the encryption key. */
    secret: bytes().notNull(),
    secretPrefix: text().notNull(),
    secretMadeAt: instant().notNull(),
    /** The previous secret, which also signs until `previousSecretUntil`. */
    previousSecret: bytes(),
    previousSecretUntil: instant(),
    /** The first failed attempt since the last success; null when the last attempt succeeded. */
    failingSince: instant(),
    failedAttemptCount: integer().notNull().default(0),
    /** Times of the earliest and the latest event among the failed attempts. */
    failedEventFirstAt: instant(),
    failedEventLastAt: instant(),
    /** The last notification of the owner: 1 and 2 are the warnings at 24 and 48 hours, 3 the pause. */
    toldStage: smallint().notNull().default(0),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.ownerId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.keyId], foreignColumns: [apiKeys.workspaceId, apiKeys.id] }),
    index("webhooks_owner_index").on(t.workspaceId, t.ownerId, t.id),
    index("webhooks_key_index").on(t.workspaceId, t.keyId).where(sql`${t.keyId} is not null`),
    index("webhooks_grant_index").on(t.grantId, t.workspaceId).where(sql`${t.grantId} is not null`),
    index("webhooks_ending_index")
      .on(t.endsAt)
      .where(sql`${t.endsAt} is not null and ${t.revokedAt} is null`),
    index("webhooks_revoked_index").on(t.workspaceId, t.revokedAt).where(sql`${t.revokedAt} is not null`),
    index("webhooks_ended_hook_index")
      .on(t.revokedAt)
      .where(sql`${t.revokedAt} is not null and ${t.grantId} is not null`),
    index("webhooks_inactive_index")
      .on(sql`coalesce(${t.revokedAt}, ${t.pausedAt})`)
      .where(sql`${t.status} <> 'active'`),
    index("webhooks_failing_index").on(t.failingSince).where(sql`${t.failingSince} is not null`),
  ],
);

/** One event for one webhook. Written in the transaction of the change, so both commit or neither (decision 8). */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    webhookId: uuid().notNull(),
    /** Null for webhook.test. */
    eventId: uuid(),
    /** `webhook-id`: the same across retries and redeliveries. */
    messageId: text().notNull(),
    eventType: text().$type<DeliveredType>().notNull(),
    /** The subject of the event, and its record: a leave or a person. */
    subjectUserId: uuid(),
    recordId: uuid(),
    occurredAt: instant().notNull(),
    /**
     * `held` is set only by the engine, for a webhook that it saw paused under the webhook's lock; a `pending` row of a paused webhook is
     * held as well (a concurrently committed change wrote it).
     */
    status: deliveryStatus().notNull().default("pending"),
    /** The delivery that this one repeats. */
    redeliveryOf: uuid(),
    attemptCount: integer().notNull().default(0),
    nextAttemptAt: instant(),
    attemptedAt: instant(),
    httpStatus: smallint(),
    durationMs: integer(),
    error: text().$type<DeliveryError>(),
    createdAt: instant().notNull(),
    completedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.webhookId],
      foreignColumns: [webhooks.workspaceId, webhooks.id],
    }),
    index("webhook_deliveries_due_index")
      .on(t.workspaceId, t.webhookId, t.nextAttemptAt, t.id)
      .where(sql`${t.status} = 'pending'`),
    index("webhook_deliveries_next_index")
      .on(t.nextAttemptAt, t.workspaceId, t.webhookId)
      .where(sql`${t.status} = 'pending'`),
    index("webhook_deliveries_held_index").on(t.workspaceId, t.webhookId).where(sql`${t.status} = 'held'`),
    index("webhook_deliveries_log_index").on(t.workspaceId, t.webhookId, t.id),
    // The order of the page: deliveries without an attempt are sorted by their creation.
    index("webhook_deliveries_attempt_index").on(
      t.workspaceId,
      t.webhookId,
      sql`coalesce(${t.attemptedAt}, ${t.createdAt})`,
      t.id,
    ),
  ],
);

/**
 * The JSON text of a delivery as signed and sent, made before the first attempt. Separate from the delivery, which is rewritten at every
 * result. No foreign key: checking it costs more than writing the row, whose delivery was locked just before.
 */
export const webhookBodies = pgTable(
  "webhook_bodies",
  {
    workspaceId: workspaceId(),
    deliveryId: uuid().notNull(),
    body: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.deliveryId] })],
);

/** One request that was sent or attempted. No foreign key, as with the bodies. */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    workspaceId: workspaceId(),
    deliveryId: uuid().notNull(),
    /** From 1. */
    number: integer().notNull(),
    startedAt: instant().notNull(),
    durationMs: integer().notNull(),
    url: text().notNull(),
    /** Text that no query searches: cheaper to write than jsonb. */
    requestHeaders: json().$type<Record<string, string>>().notNull(),
    httpStatus: smallint(),
    error: text().$type<DeliveryError>(),
    /** The error message. */
    message: text(),
    responseHeaders: json().$type<Record<string, string>>(),
    /** The first 16 KiB, unchanged. */
    responseBody: bytes(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.deliveryId, t.number] })],
);
