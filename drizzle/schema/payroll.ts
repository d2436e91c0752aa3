import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, orderedText, workspaceId } from "./columns";
import { locations } from "./directory";
import { users } from "./people";
import type {
  PayrollDateForm,
  PayrollDecimal,
  PayrollEncoding,
  PayrollField,
  PayrollFormat,
  PayrollLineKind,
  PayrollSeparator,
} from "./values";
import { workspaces } from "./workspaces";

export interface PayrollColumn {
  field: PayrollField;
  title: string;
}

/** What a template calls a leave type, in place of the leave type's own code: at one location, or at all (null). */
export interface PayrollCode {
  leaveTypeId: string;
  locationId: string | null;
  wageCode: string;
}

/** How the lines of a run become a file. */
export interface PayrollLayout {
  name: string;
  columns: PayrollColumn[];
  format: PayrollFormat;
  separator: PayrollSeparator;
  decimal: PayrollDecimal;
  encoding: PayrollEncoding;
  dateForm: PayrollDateForm;
  hasHeader: boolean;
}

export const payrollTemplates = pgTable(
  "payroll_templates",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    name: orderedText().notNull(),
    columns: jsonb().$type<PayrollColumn[]>().notNull(),
    format: text().$type<PayrollFormat>().notNull(),
    separator: text().$type<PayrollSeparator>().notNull(),
    decimal: text().$type<PayrollDecimal>().notNull(),
    encoding: text().$type<PayrollEncoding>().notNull(),
    dateForm: text().$type<PayrollDateForm>().notNull(),
    hasHeader: boolean().notNull(),
    codes: jsonb().$type<PayrollCode[]>().notNull().default([]),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("payroll_templates_name_unique").on(t.workspaceId, sql`lower(${t.name})`),
  ],
);

/** A run of a location's pay period, with what it was made of. Never changed: a later run of the same period has the next number. */
export const payrollRuns = pgTable(
  "payroll_runs",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    locationId: uuid().notNull(),
    /** Its name at the time, for the file. */
    locationName: text().notNull(),
    startDate: date({ mode: "string" }).notNull(),
    endDate: date({ mode: "string" }).notNull(),
    number: smallint().notNull(),
    layout: jsonb().$type<PayrollLayout>().notNull(),
    /** Null where no user did. */
    createdById: uuid(),
    createdAt: instant().notNull(),
    /** The scheduled report that made it, and on which date. No foreign keys: a report may be deleted before. */
    reportId: uuid(),
    occurrenceId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.locationId],
      foreignColumns: [locations.workspaceId, locations.id],
    }),
    foreignKey({ columns: [t.workspaceId, t.createdById], foreignColumns: [users.workspaceId, users.id] }),
    check("payroll_runs_range_check", sql`start_date <= end_date`),
    uniqueIndex("payroll_runs_number_unique").on(
      t.workspaceId,
      t.locationId,
      t.startDate,
      t.endDate,
      t.number,
    ),
    // A scheduled report makes one run of each pay period.
    uniqueIndex("payroll_runs_report_unique")
      .on(t.workspaceId, t.reportId, t.locationId, t.startDate, t.endDate)
      .where(sql`${t.reportId} is not null`),
  ],
);

/** A line of a run, with the facts of its time. An erasure takes the person's name, address and number out of it. */
export const payrollLines = pgTable(
  "payroll_lines",
  {
    workspaceId: workspaceId(),
    runId: uuid().notNull(),
    position: integer().notNull(),
    kind: text().$type<PayrollLineKind>().notNull(),
    userId: uuid().notNull(),
    employeeId: text(),
    name: text().notNull(),
    email: text(),
    department: text().notNull(),
    leaveTypeId: uuid().notNull(),
    leaveTypeName: text().notNull(),
    wageCode: text(),
    /** No foreign key: leave may be deleted before. */
    leaveId: uuid(),
    days: numeric({ precision: 9, scale: 3, mode: "number" }).notNull(),
    hours: numeric({ precision: 9, scale: 2, mode: "number" }).notNull(),
    firstDay: date({ mode: "string" }).notNull(),
    lastDay: date({ mode: "string" }).notNull(),
    note: text(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.runId, t.position] }),
    foreignKey({
      columns: [t.workspaceId, t.runId],
      foreignColumns: [payrollRuns.workspaceId, payrollRuns.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("payroll_lines_user_index").on(t.workspaceId, t.userId),
  ],
);
