import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  foreignKey,
  index,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { users } from "./people";
import {
  type Destination,
  integrationPlatforms,
  type NotificationGrouping,
  type NotificationLocale,
  notificationFrequencies,
  notificationPlatforms,
} from "./values";
import { workspaces } from "./workspaces";

export const notificationFrequency = pgEnum("notification_frequency", notificationFrequencies);
export const notificationPlatform = pgEnum("notification_platform", notificationPlatforms);
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
    /** Filters; an empty one means everyone. */
    locationIds: uuid().array().notNull(),
    departmentIds: uuid().array().notNull(),
    labelIds: uuid().array().notNull(),
    destinations: jsonb().$type<Destination[]>().notNull(),
    /** For one or two frequencies; null for the others. */
    sendOnDays: smallint().array(),
    groupBy: text().$type<NotificationGrouping>(),
    sendEmpty: boolean(),
    firstDayOfWeek: smallint(),
    day: smallint(),
    currentWeek: boolean(),
    sendOnNonWorkingDays: boolean(),
    /** The local date of the next sending, and its instant; null while it is paused. */
    nextDate: date({ mode: "string" }),
    nextDueAt: instant(),
    /** The version of the time zone data from which `nextDueAt` was computed. */
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

/** A workspace's connection to Slack or Microsoft Teams. */
export const integrations = pgTable(
  "integrations",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    platform: integrationPlatform().notNull(),
    /** Public facts: the bot's name and team, the application and tenant. */
    facts: jsonb().$type<Record<string, string>>().notNull(),
    /** Bot token or client secret, sealed with the encryption key. */
    secret: bytes().notNull(),
    /** Why the provider last refused the credentials; null while they work. */
    lastError: text(),
    checkedAt: instant().notNull(),
    connectedById: uuid(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.platform] })],
);
