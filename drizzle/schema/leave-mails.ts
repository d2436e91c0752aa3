import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { leaves } from "./leaves";
import { users } from "./people";
import type { LeaveNoticeKind, LeaveStatus, NotificationLocale } from "./values";

type Leave = typeof leaves.$inferSelect;

/** The part of a leave that a recipient was shown, to report later changes. */
export type ShownLeave = Pick<
  Leave,
  | "startDate"
  | "endDate"
  | "isFullDayLeave"
  | "startHour"
  | "startMinute"
  | "endHour"
  | "endMinute"
  | "leaveTypeId"
  | "durationWorkingDays"
> &
  /** Absent in links older than half days at either end. */
  Partial<Pick<Leave, "startPart" | "endPart">>;

/**
 * A pending mail about a leave, written in the transaction of the change; or a reminder, which comes due later. Deleted when the mails are
 * written.
 */
export const leaveNotices = pgTable(
  "leave_notices",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    leaveId: uuid().notNull(),
    kind: text().$type<LeaveNoticeKind>().notNull(),
    /** Working days until the reminder; 0 for other notices. Negative for a reminder that the employee requested: minus the n-th day. */
    reminderDays: smallint().notNull().default(0),
    /** For a reminder: the version of its leave. */
    version: integer(),
    /** For the employee on leave: the status before and after, and the acting user. */
    previousStatus: text().$type<LeaveStatus>(),
    status: text().$type<LeaveStatus>().notNull(),
    actingUserId: uuid(),
    createdAt: instant().notNull(),
    nextAttemptAt: instant().notNull(),
    attemptCount: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("leave_notices_lane_index")
      .on(t.workspaceId, t.nextAttemptAt, t.id)
      .where(sql`${t.attemptCount} < 12`),
    index("leave_notices_next_index").on(t.nextAttemptAt, t.workspaceId).where(sql`${t.attemptCount} < 12`),
    // Failed for good.
    index("leave_notices_failed_index").on(t.nextAttemptAt).where(sql`${t.attemptCount} >= 12`),
    // Each reminder is sent once.
    unique("leave_notices_reminder_unique").on(t.workspaceId, t.leaveId, t.version, t.reminderDays),
  ],
);

/** A link by which one approver decides one version of a leave, without signing in. Only the secret's hash is stored. */
export const decisionLinks = pgTable(
  "decision_links",
  {
    workspaceId: workspaceId(),
    /** SHA-256. */
    hash: bytes().notNull(),
    leaveId: uuid().notNull(),
    userId: uuid().notNull(),
    /** The leave's version when the mail was written. */
    version: integer().notNull(),
    /** As in `leaveNotices`, for the reminder that contained it; 0 for the mail of the request. */
    reminderDays: smallint().notNull().default(0),
    shown: jsonb().$type<ShownLeave>().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When the approver decided through it. */
    usedAt: instant(),
    /** When the leave was decided, in any way: a leave that opens again gets new links. */
    endedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.hash, t.workspaceId] }),
    // One mail per approver and state of a leave.
    unique("decision_links_mail_unique").on(t.workspaceId, t.leaveId, t.userId, t.version, t.reminderDays),
    foreignKey({ columns: [t.workspaceId, t.leaveId], foreignColumns: [leaves.workspaceId, leaves.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("decision_links_expiry_index").on(t.expiresAt),
  ],
);

/** The mails and push notifications about leave that a user gets. Without a row, all of them, in the language of their pages. */
export const mailPreferences = pgTable(
  "mail_preferences",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    /** Requests to decide. */
    requests: boolean().notNull().default(true),
    reminders: boolean().notNull().default(true),
    /** Changes of their own leave by another user. */
    changes: boolean().notNull().default(true),
    /** The same on the user's devices: requests to decide, and what was decided about their own leave. */
    pushRequests: boolean().notNull().default(true),
    pushDecisions: boolean().notNull().default(true),
    /** Null: the language of their pages. */
    language: text().$type<NotificationLocale>(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);
