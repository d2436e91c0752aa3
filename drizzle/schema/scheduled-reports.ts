import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { dispatchStatus } from "./notifications";
import { users } from "./people";
import {
  type DispatchError,
  type ReportSkipReason,
  reportDownloadStatuses,
  reportFormats,
  reportFrequencies,
  reportOccurrenceStatuses,
  reportTypes,
} from "./values";

export const reportType = pgEnum("report_type", reportTypes);
export const reportFrequency = pgEnum("report_frequency", reportFrequencies);
export const reportFormat = pgEnum("report_format", reportFormats);
export const reportOccurrenceStatus = pgEnum("report_occurrence_status", reportOccurrenceStatuses);

export const reportDownloadStatus = pgEnum("report_download_status", reportDownloadStatuses);

export const scheduledReports = pgTable(
  "scheduled_reports",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    ownerId: uuid().notNull(),
    name: text().notNull(),
    reportType: reportType().notNull(),
    frequency: reportFrequency().notNull(),
    enabled: boolean().notNull(),
    /** IANA name, in the writer's spelling. */
    timezone: text().notNull(),
    hour: smallint().notNull(),
    minute: smallint().notNull(),
    /** Of one frequency each; null in the others. */
    sendOnDays: smallint().array(),
    day: smallint(),
    /** 1 to 28; 31 is the last day of every month. */
    dayOfMonth: smallint(),
    format: reportFormat().notNull(),
    recipients: text().array().notNull(),
    /** Filters; empty means everyone. */
    locationIds: uuid().array().notNull(),
    departmentIds: uuid().array().notNull(),
    labelIds: uuid().array().notNull(),
    /** The local date that is sent next, and when; null while it is paused. */
    nextDate: date({ mode: "string" }),
    nextDueAt: instant(),
    /** The version of the time zone data by which `nextDueAt` was computed. */
    zoneData: text().notNull(),
    /** When the first recipient of the latest one was served. */
    lastSentAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.ownerId], foreignColumns: [users.workspaceId, users.id] }),
    index("scheduled_reports_due_index")
      .on(t.nextDueAt, t.workspaceId)
      .where(sql`${t.nextDueAt} is not null`),
    check("scheduled_reports_day_check", sql`num_nonnulls(${t.sendOnDays}, ${t.day}, ${t.dayOfMonth}) = 1`),
  ],
);

/** One local date of a report. */
export const scheduledReportOccurrences = pgTable(
  "scheduled_report_occurrences",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    reportId: uuid().notNull(),
    localDate: date({ mode: "string" }).notNull(),
    dueAt: instant().notNull(),
    status: reportOccurrenceStatus().notNull(),
    isLate: boolean().notNull().default(false),
    skipReason: text().$type<ReportSkipReason>(),
    attemptCount: integer().notNull().default(0),
    nextAttemptAt: instant(),
    /** Rows of the file that was sent, without the heading. */
    rowCount: integer(),
    /** The first recipient that was served. */
    sentAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.reportId],
      foreignColumns: [scheduledReports.workspaceId, scheduledReports.id],
    }).onDelete("cascade"),
    // Each local date once, whatever processes and clocks do (decision 9).
    uniqueIndex("scheduled_report_occurrences_date_unique").on(t.workspaceId, t.reportId, t.localDate),
    index("scheduled_report_occurrences_due_index")
      .on(t.workspaceId, t.nextAttemptAt, t.id)
      .where(sql`${t.status} = 'pending'`),
    index("scheduled_report_occurrences_age_index").on(t.createdAt),
  ],
);

/** One mail with the file to one recipient. */
export const scheduledReportDispatches = pgTable(
  "scheduled_report_dispatches",
  {
    workspaceId: workspaceId(),
    occurrenceId: uuid().notNull(),
    address: text().notNull(),
    id: uuid().notNull(),
    status: dispatchStatus().notNull().default("pending"),
    /** An attempt is under way, or ended without a record of what came of it. */
    attemptOpen: boolean().notNull().default(false),
    /** Attempts of which nobody knows whether they arrived. */
    unknownCount: integer().notNull().default(0),
    attemptedAt: instant(),
    sentAt: instant(),
    error: text().$type<DispatchError>(),
    /** The mail server's own words. */
    errorDetail: text(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.occurrenceId, t.address] }),
    foreignKey({
      columns: [t.workspaceId, t.occurrenceId],
      foreignColumns: [scheduledReportOccurrences.workspaceId, scheduledReportOccurrences.id],
    }).onDelete("cascade"),
  ],
);

/** A file that somebody makes on the dashboard, or that was too large for a mail. */
export const reportDownloads = pgTable(
  "report_downloads",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    reportId: uuid().notNull(),
    /** Whose eyes it is made with, and who may fetch it. */
    userId: uuid().notNull(),
    /** The sending for whose mails it was too large: their recipients may fetch it too. */
    occurrenceId: uuid(),
    status: reportDownloadStatus().notNull(),
    format: reportFormat().notNull(),
    fileName: text().notNull(),
    /** The moment at which it was asked for: it holds what a report sent then would hold. */
    asOf: instant().notNull(),
    /** Rows that are written so far, without the heading. */
    rowCount: integer().notNull().default(0),
    /** Of the whole file, when it is ready. */
    byteCount: integer(),
    nextAttemptAt: instant(),
    /** How often a worker began it. */
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
      foreignColumns: [scheduledReportOccurrences.workspaceId, scheduledReportOccurrences.id],
    }).onDelete("cascade"),
    // A sending that is tried again, or by two processes, stores its file once.
    uniqueIndex("report_downloads_occurrence_unique").on(t.workspaceId, t.occurrenceId),
    // One at a time for each person and report, however often the button is pressed.
    uniqueIndex("report_downloads_running_unique")
      .on(t.workspaceId, t.reportId, t.userId)
      .where(sql`${t.status} = 'running'`),
    index("report_downloads_due_index")
      .on(t.workspaceId, t.nextAttemptAt, t.id)
      .where(sql`${t.status} = 'running'`),
    index("report_downloads_age_index").on(t.createdAt),
  ],
);

/** A piece of a downloaded file: in the database, so that any process can serve what another one wrote. */
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
