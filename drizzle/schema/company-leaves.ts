import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
// biome-ignore lint/suspicious/noImportCycles: each table refers to the other, by functions that run later.
import { leaveTypes } from "./leaves";
import { users } from "./people";
import type {
  CompanyLeaveObstacle,
  CompanyLeaveOutcome,
  CompanyLeaveStatus,
  CompanyLeaveUndo,
  EndPart,
  StartPart,
} from "./values";

/** Days that a company takes off for many people at once (decision 16.1). Kept when it is undone. */
export const companyLeaves = pgTable(
  "company_leaves",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    /** Also the reason of each leave. */
    name: text().notNull(),
    leaveTypeId: uuid().notNull(),
    startDate: date({ mode: "string" }).notNull(),
    endDate: date({ mode: "string" }).notNull(),
    /** `AFTERNOON`: the first day only from noon on. */
    startPart: text().$type<StartPart>().notNull().default("FULL_DAY"),
    /** `MORNING`: the last day only until noon. */
    endPart: text().$type<EndPart>().notNull().default("FULL_DAY"),
    /** The people it is for; an empty list means everyone. Departments include those below them. */
    locationIds: uuid().array().notNull(),
    departmentIds: uuid().array().notNull(),
    labelIds: uuid().array().notNull(),
    /** People with one of these labels are left out. */
    exemptLabelIds: uuid().array().notNull(),
    status: text().$type<CompanyLeaveStatus>().notNull(),
    /** The current or last run, booking or undo: its operation, the user who started it, and their request. */
    operationId: uuid(),
    runById: uuid(),
    requestId: text(),
    /** Null for the demo, where no user did. */
    createdById: uuid(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.leaveTypeId],
      foreignColumns: [leaveTypes.workspaceId, leaveTypes.id],
    }),
    foreignKey({ columns: [t.workspaceId, t.createdById], foreignColumns: [users.workspaceId, users.id] }),
    check("company_leaves_range_check", sql`${t.startDate} <= ${t.endDate}`),
    // The list's order; the keyset of a page token.
    index("company_leaves_order_index").on(t.workspaceId, t.startDate, t.id),
  ],
);

/** A stretch of days. */
export interface CompanyLeaveDays {
  startDate: string;
  endDate: string;
}

/** A leave as it was booked. */
export interface BookedDays extends CompanyLeaveDays {
  leaveId: string;
  /** Absent in rows of a version that booked whole days only. */
  startPart?: StartPart;
  endPart?: EndPart;
}

/** A person of a company leave, and what became of them. The key books each once. */
export const companyLeavePeople = pgTable(
  "company_leave_people",
  {
    workspaceId: workspaceId(),
    companyLeaveId: uuid().notNull(),
    userId: uuid().notNull(),
    /** Null until a step has judged them. */
    outcome: text().$type<CompanyLeaveOutcome>(),
    obstacle: text().$type<CompanyLeaveObstacle>(),
    /** Working days that the balance lacks. */
    missing: numeric({ precision: 9, scale: 3, mode: "number" }),
    /** What was booked, as it was booked; and the days of other leave. */
    booked: jsonb().$type<BookedDays[]>().notNull().default([]),
    away: jsonb().$type<CompanyLeaveDays[]>().notNull().default([]),
    /** Null while it is not undone for them. */
    undo: text().$type<CompanyLeaveUndo>(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.companyLeaveId, t.userId] }),
    foreignKey({
      columns: [t.workspaceId, t.companyLeaveId],
      foreignColumns: [companyLeaves.workspaceId, companyLeaves.id],
    }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("company_leave_people_user_index").on(t.workspaceId, t.userId),
    // What a run has still to do.
    index("company_leave_people_pending_index")
      .on(t.workspaceId, t.companyLeaveId, t.userId)
      .where(sql`${t.outcome} is null`),
  ],
);
