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

/** What of a leave somebody was shown, so that they can be told what has changed since. */
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
>;

/**
 * That somebody is to be told of a leave by mail, written in the transaction of the change; a reminder, which comes due later. It is
 * deleted when the mails are written.
 */
export const leaveNotices = pgTable(
  "leave_notices",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    leaveId: uuid().notNull(),
    kind: text().$type<LeaveNoticeKind>().notNull(),
    /** Working days after which it reminds; 0 for what is no reminder. Below 0 for one that the person asked for: minus the n-th day. */
    reminderDays: smallint().notNull().default(0),
    /** Of a reminder: the version of the leave of which it reminds. */
    version: integer(),
    /** What the person on leave is told: where the leave stood before and after, and who did it. */
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
    // What was given up.
    index("leave_notices_failed_index").on(t.nextAttemptAt).where(sql`${t.attemptCount} >= 12`),
    // Each reminder comes once.
    unique("leave_notices_reminder_unique").on(t.workspaceId, t.leaveId, t.version, t.reminderDays),
  ],
);

/** A link by which one approver decides one leave as it was then, without signing in. Only the secret's hash is kept. */
export const decisionLinks = pgTable(
  "decision_links",
  {
    workspaceId: workspaceId(),
    /** SHA-256. */
    hash: bytes().notNull(),
    leaveId: uuid().notNull(),
    userId: uuid().notNull(),
    /** The leave's, when the mail was written. */
    version: integer().notNull(),
    /** Of the reminder that it came with, as in `leaveNotices`; 0 when it came with the request. */
    reminderDays: smallint().notNull().default(0),
    shown: jsonb().$type<ShownLeave>().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When its approver decided by it. */
    usedAt: instant(),
    /** When the leave was decided, by whatever way: a leave that opens again gets new links. */
    endedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.hash, t.workspaceId] }),
    // One mail for each approver and state of a leave.
    unique("decision_links_mail_unique").on(t.workspaceId, t.leaveId, t.userId, t.version, t.reminderDays),
    foreignKey({ columns: [t.workspaceId, t.leaveId], foreignColumns: [leaves.workspaceId, leaves.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("decision_links_expiry_index").on(t.expiresAt),
  ],
);

/** Which mails about leave a person gets. Without a row, all of them, in the language of their pages. */
export const mailPreferences = pgTable(
  "mail_preferences",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    /** Requests that they are to decide. */
    requests: boolean().notNull().default(true),
    reminders: boolean().notNull().default(true),
    /** Changes of their own leave by somebody else. */
    changes: boolean().notNull().default(true),
    /** Null: that of their pages. */
    language: text().$type<NotificationLocale>(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);
