import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { users } from "./people";
import { reportFormat, scheduledReports } from "./scheduled-reports";
import { occurrences } from "./schedules";
import { type PageLanguage, reportDownloadStatuses } from "./values";

export const reportDownloadStatus = pgEnum("report_download_status", reportDownloadStatuses);

/** A file that a user makes on the dashboard, or that was too large for a mail. */
export const reportDownloads = pgTable(
  "report_downloads",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    reportId: uuid().notNull(),
    /** The user whose reach applies to it, and who may fetch it. */
    userId: uuid().notNull(),
    /** The occurrence whose mails it was too large for: their recipients may fetch it, too. */
    occurrenceId: uuid(),
    status: reportDownloadStatus().notNull(),
    format: reportFormat().notNull(),
    fileName: text().notNull(),
    /** Of the page that asked for it; null for other callers, whose programs read English titles. */
    language: text().$type<PageLanguage>(),
    /** Of a payroll run's file, whose template says its encoding; null where the format says all. */
    contentType: text(),
    /** The time of the request: the file contains the data that a report sent then would contain. */
    asOf: instant().notNull(),
    /** Rows written so far, without the heading. */
    rowCount: integer().notNull().default(0),
    /** The size of the complete file, when it is ready. */
    byteCount: integer(),
    nextAttemptAt: instant(),
    /** The number of times a worker started it. */
    attemptCount: integer().notNull().default(0),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.reportId],
      foreignColumns: [scheduledReports.workspaceId, scheduledReports.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({
      columns: [t.workspaceId, t.occurrenceId],
      foreignColumns: [occurrences.workspaceId, occurrences.id],
    }).onDelete("cascade"),
    // An occurrence that is retried, or processed by two workers, stores its file once.
    uniqueIndex("report_downloads_occurrence_unique").on(t.workspaceId, t.occurrenceId),
    // One at a time per user and report, however often the button is pressed.
    uniqueIndex("report_downloads_running_unique")
      .on(t.workspaceId, t.reportId, t.userId)
      .where(sql`${t.status} = 'running'`),
    index("report_downloads_due_index")
      .on(t.workspaceId, t.nextAttemptAt, t.id)
      .where(sql`${t.status} = 'running'`),
    index("report_downloads_next_index")
      .on(t.nextAttemptAt, t.workspaceId)
      .where(sql`${t.status} = 'running'`),
    index("report_downloads_age_index").on(t.createdAt),
  ],
);

/** A piece of a downloaded file: in the database, so that any process can serve the file of another one. */
export const reportDownloadChunks = pgTable(
  "report_download_chunks",
  {
    workspaceId: workspaceId(),
    downloadId: uuid().notNull(),
    /** From 0. */
    position: integer().notNull(),
    content: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.downloadId, t.position] }),
    foreignKey({
      columns: [t.workspaceId, t.downloadId],
      foreignColumns: [reportDownloads.workspaceId, reportDownloads.id],
    }).onDelete("cascade"),
  ],
);
