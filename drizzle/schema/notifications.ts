import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { users } from "./people";
import {
  type Destination,
  type DispatchError,
  dispatchStatuses,
  integrationPlatforms,
  type NotificationGrouping,
  type NotificationLocale,
  notificationFrequencies,
  notificationPlatforms,
  occurrenceKinds,
  occurrenceStatuses,
  type SkipReason,
} from "./values";
import { workspaces } from "./workspaces";

export const notificationFrequency = pgEnum("notification_frequency", notificationFrequencies);
export const notificationPlatform = pgEnum("notification_platform", notificationPlatforms);
export const occurrenceKind = pgEnum("occurrence_kind", occurrenceKinds);
export const occurrenceStatus = pgEnum("occurrence_status", occurrenceStatuses);
export const dispatchStatus = pgEnum("dispatch_status", dispatchStatuses);
export const integrationPlatform = pgEnum("integration_platform", integrationPlatforms);

export const notifications = pgTable(
  "notifications",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    ownerId: uuid().notNull(),
    name: text().notNull(),
    frequency: notificationFrequency().notNull(),
    enabled: boolean().notNull(),
    /** IANA name, in the writer's spelling. */
    timezone: text().notNull(),
    hour: smallint().notNull(),
    minute: smallint().notNull(),
    locale: text().$type<NotificationLocale>().notNull(),
    /** Filters; empty means everyone. */
    locationIds: uuid().array().notNull(),
    departmentIds: uuid().array().notNull(),
    labelIds: uuid().array().notNull(),
    destinations: jsonb().$type<Destination[]>().notNull(),
    /** Of one frequency or two; null in the others. */
    sendOnDays: smallint().array(),
    groupBy: text().$type<NotificationGrouping>(),
    sendEmpty: boolean(),
    firstDayOfWeek: smallint(),
    day: smallint(),
    currentWeek: boolean(),
    sendOnNonWorkingDays: boolean(),
    /** The local date that is sent next, and when; null while it is paused. */
    nextDate: date({ mode: "string" }),
    nextDueAt: instant(),
    /** The version of the time zone data by which `nextDueAt` was computed. */
    zoneData: text().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.ownerId], foreignColumns: [users.workspaceId, users.id] }),
    index("notifications_owner_index").on(t.workspaceId, t.ownerId, t.id),
    index("notifications_due_index").on(t.nextDueAt, t.workspaceId).where(sql`${t.nextDueAt} is not null`),
  ],
);

/** One local date of a notification: what became of it. */
export const notificationOccurrences = pgTable(
  "notification_occurrences",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    notificationId: uuid().notNull(),
    kind: occurrenceKind().notNull().default("scheduled"),
    localDate: date({ mode: "string" }).notNull(),
    dueAt: instant().notNull(),
    status: occurrenceStatus().notNull(),
    isLate: boolean().notNull().default(false),
    skipReason: text().$type<SkipReason>(),
    /** The message as it is sent; null until it is composed. */
    content: jsonb(),
    /** When it may be composed; an error moves it. */
    composeAt: instant(),
    composeCount: integer().notNull().default(0),
    /** The first destination that was served. */
    sentAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.notificationId],
      foreignColumns: [notifications.workspaceId, notifications.id],
    }).onDelete("cascade"),
    // Each local date once, whatever processes and clocks do (decision 9).
    uniqueIndex("notification_occurrences_date_unique")
      .on(t.workspaceId, t.notificationId, t.localDate)
      .where(sql`${t.kind} = 'scheduled'`),
    index("notification_occurrences_history_index").on(t.workspaceId, t.notificationId, t.id),
    index("notification_occurrences_compose_index")
      .on(t.workspaceId, t.composeAt, t.id)
      .where(sql`${t.status} = 'pending'`),
    index("notification_occurrences_age_index").on(t.createdAt),
  ],
);

/** One message to one address or channel. One whose attempt is never recorded becomes due again by itself. */
export const notificationDispatches = pgTable(
  "notification_dispatches",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    occurrenceId: uuid().notNull(),
    /** The destination's place in the notification's list. */
    position: smallint().notNull(),
    platform: notificationPlatform().notNull(),
    address: text().notNull(),
    channelName: text(),
    msGroup: text(),
    status: dispatchStatus().notNull().default("pending"),
    attemptCount: integer().notNull().default(0),
    nextAttemptAt: instant(),
    /** An attempt is under way, or ended without a record of what came of it. */
    attemptOpen: boolean().notNull().default(false),
    /** Attempts of which nobody knows whether they arrived. */
    unknownCount: integer().notNull().default(0),
    attemptedAt: instant(),
    sentAt: instant(),
    /** What the provider calls the message. */
    providerId: text(),
    error: text().$type<DispatchError>(),
    /** The provider's own words. */
    errorDetail: text(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.occurrenceId],
      foreignColumns: [notificationOccurrences.workspaceId, notificationOccurrences.id],
    }).onDelete("cascade"),
    index("notification_dispatches_occurrence_index").on(t.workspaceId, t.occurrenceId, t.position),
    index("notification_dispatches_due_index")
      .on(t.platform, t.workspaceId, t.nextAttemptAt, t.id)
      .where(sql`${t.status} = 'pending'`),
  ],
);

/** A workspace's connection to Slack or Microsoft Teams. */
export const integrations = pgTable(
  "integrations",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    platform: integrationPlatform().notNull(),
    /** What may be shown: the bot's name and team, the application and tenant. */
    facts: jsonb().$type<Record<string, string>>().notNull(),
    /** Bot token or client secret, sealed with the encryption key. */
    secret: bytes().notNull(),
    /** Why the provider refused the credentials last; null while they work. */
    lastError: text(),
    checkedAt: instant().notNull(),
    connectedById: uuid(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.platform] })],
);
