import { sql } from "drizzle-orm";
import { date, foreignKey, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { leaves } from "./leaves";
import { users } from "./people";

/**
 * The certificate that was asked for of a leave: one at most. It is due while the leave is in effect; whether it is overdue is computed
 * (decision 14.22).
 */
export const leaveCertificates = pgTable(
  "leave_certificates",
  {
    workspaceId: workspaceId(),
    leaveId: uuid().notNull(),
    /** The person on leave, whose personal data it is. */
    userId: uuid().notNull(),
    askedAt: instant().notNull(),
    /** Null when a leave rule asked. */
    askedById: uuid(),
    /** The last day to hand it in, at the person's location. */
    dueOn: date({ mode: "string" }).notNull(),
    receivedAt: instant(),
    /** Who marked it as received, or uploaded the file. */
    receivedById: uuid(),
    /** The file by which it was received; null when someone marked it. */
    receivedFileId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.leaveId] }),
    foreignKey({
      columns: [t.workspaceId, t.leaveId],
      foreignColumns: [leaves.workspaceId, leaves.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.askedById], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.receivedById], foreignColumns: [users.workspaceId, users.id] }),
    // The export and the erasure of a person's data.
    index("leave_certificates_user_index").on(t.workspaceId, t.userId),
    // What is due, the earliest first.
    index("leave_certificates_due_index")
      .on(t.workspaceId, t.dueOn, t.leaveId)
      .where(sql`${t.receivedAt} is null`),
  ],
);
