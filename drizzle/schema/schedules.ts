import { sql } from "drizzle-orm";
import {
  boolean,
  check,
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
import { instant, workspaceId } from "./columns";
import { notificationPlatform, notifications } from "./notifications";
import { scheduledReports } from "./scheduled-reports";
import {
  type DispatchError,
  dispatchRowStatuses,
  occurrenceKinds,
  occurrenceStatuses,
  type ReportSkipReason,
  type SkipReason,
} from "./values";

export const occurrenceKind = pgEnum("occurrence_kind", occurrenceKinds);
export const occurrenceStatus = pgEnum("occurrence_status", occurrenceStatuses);
export const dispatchStatus = pgEnum("dispatch_status", dispatchRowStatuses);

/** One local date of a notification or a report, and its outcome. */
export const occurrences = pgTable(
  "occurrences",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    /** The owner: one of the two. */
    notificationId: uuid(),
    reportId: uuid(),
    kind: occurrenceKind().notNull().default("scheduled"),
    localDate: date({ mode: "string" }).notNull(),
    dueAt: instant().notNull(),
    status: occurrenceStatus().notNull(),
    isLate: boolean().notNull().default(false),
    skipReason: text().$type<SkipReason | ReportSkipReason>(),
    /** When a notification may be composed, or a report sent; an error postpones it. */
    nextAttemptAt: instant(),
    attemptCount: integer().notNull().default(0),
    /** A notification's message as sent; null until it is composed. */
    content: jsonb(),
    /** Rows of a report's file, without the heading. */
    rowCount: integer(),
    /** When the first destination or recipient was served. */
    sentAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.notificationId],
      foreignColumns: [notifications.workspaceId, notifications.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.reportId],
      foreignColumns: [scheduledReports.workspaceId, scheduledReports.id],
    }).onDelete("cascade"),
    check("occurrences_schedule_check", sql`num_nonnulls(${t.notificationId}, ${t.reportId}) = 1`),
    // Each local date once, whatever processes and clocks do (decision 9).
    uniqueIndex("occurrences_notification_date_unique")
      .on(t.workspaceId, t.notificationId, t.localDate)
      .where(sql`${t.kind} = 'scheduled'`),
    uniqueIndex("occurrences_report_date_unique")
      .on(t.workspaceId, t.reportId, t.localDate)
      .where(sql`${t.reportId} is not null`),
    index("occurrences_history_index").on(t.workspaceId, t.notificationId, t.id),
    index("occurrences_notification_due_index")
      .on(t.workspaceId, t.nextAttemptAt, t.id)
      .where(sql`${t.status} = 'pending' and ${t.notificationId} is not null`),
    index("occurrences_report_due_index")
      .on(t.workspaceId, t.nextAttemptAt, t.id)
      .where(sql`${t.status} = 'pending' and ${t.reportId} is not null`),
    index("occurrences_notification_next_index")
      .on(t.nextAttemptAt, t.workspaceId)
      .where(sql`${t.status} = 'pending' and ${t.notificationId} is not null`),
    index("occurrences_report_next_index")
      .on(t.nextAttemptAt, t.workspaceId)
      .where(sql`${t.status} = 'pending' and ${t.reportId} is not null`),
    index("occurrences_age_index").on(t.createdAt),
  ],
);

/**
 * One message to one address or channel. A mail is queued with the same id: its row in `mails` has its state. An attempt on a channel without a
 * recorded outcome becomes due again automatically.
 */
export const dispatches = pgTable(
  "dispatches",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    occurrenceId: uuid().notNull(),
    /** The destination's index in the notification's list. */
    position: smallint().notNull().default(0),
    platform: notificationPlatform().notNull(),
    address: text().notNull(),
    channelName: text(),
    msGroup: text(),
    status: dispatchStatus().notNull().default("pending"),
    attemptCount: integer().notNull().default(0),
    /** Null for a mail. */
    nextAttemptAt: instant(),
    /** An attempt is under way, or ended without a recorded outcome. */
    attemptOpen: boolean().notNull().default(false),
    /** The number of attempts with an unknown outcome. */
    unknownCount: integer().notNull().default(0),
    attemptedAt: instant(),
    sentAt: instant(),
    /** The provider's id of the message. */
    providerId: text(),
    error: text().$type<DispatchError>(),
    /** The provider's message. */
    errorDetail: text(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.occurrenceId],
      foreignColumns: [occurrences.workspaceId, occurrences.id],
    }).onDelete("cascade"),
    index("dispatches_occurrence_index").on(t.workspaceId, t.occurrenceId, t.position),
    index("dispatches_due_index")
      .on(t.platform, t.workspaceId, t.nextAttemptAt, t.id)
      .where(sql`${t.status} = 'pending'`),
    index("dispatches_next_index")
      .on(t.platform, t.nextAttemptAt, t.workspaceId)
      .where(sql`${t.status} = 'pending'`),
  ],
);
