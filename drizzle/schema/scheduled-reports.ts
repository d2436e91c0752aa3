import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { payrollTemplates } from "./payroll";
import { users } from "./people";
import { reportFormats, reportFrequencies, reportTypes } from "./values";

export const reportType = pgEnum("report_type", reportTypes);
export const reportFrequency = pgEnum("report_frequency", reportFrequencies);
export const reportFormat = pgEnum("report_format", reportFormats);

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
    /** For one frequency each; null for the others. */
    sendOnDays: smallint().array(),
    day: smallint(),
    /** 1 to 28; 31 is the last day of every month. */
    dayOfMonth: smallint(),
    format: reportFormat().notNull(),
    recipients: text().array().notNull(),
    /** Filters; an empty one means everyone. */
    locationIds: uuid().array().notNull(),
    departmentIds: uuid().array().notNull(),
    labelIds: uuid().array().notNull(),
    /** How the file of a payroll run is written; null for the usual columns, and of other reports. */
    payrollTemplateId: uuid(),
    /** The local date of the next sending, and its instant; null while it is paused. */
    nextDate: date({ mode: "string" }),
    nextDueAt: instant(),
    /** The version of the time zone data from which `nextDueAt` was computed. */
    zoneData: text().notNull(),
    /** When the first recipient of the latest occurrence was served. */
    lastSentAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.ownerId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({
      columns: [t.workspaceId, t.payrollTemplateId],
      foreignColumns: [payrollTemplates.workspaceId, payrollTemplates.id],
    }),
    index("scheduled_reports_due_index")
      .on(t.nextDueAt, t.workspaceId)
      .where(sql`${t.nextDueAt} is not null`),
    check("scheduled_reports_day_check", sql`num_nonnulls(${t.sendOnDays}, ${t.day}, ${t.dayOfMonth}) = 1`),
  ],
);
