import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { leaves } from "./leaves";
import { limits } from "./limits";
import { users } from "./people";
import type { LeaveFileType } from "./values";

/** A file of a leave, such as a doctor's note. Its content is in `leaveFileChunks`, written in the same transaction. */
export const leaveFiles = pgTable(
  "leave_files",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    leaveId: uuid().notNull(),
    /** The person on leave, whose personal data it is. */
    userId: uuid().notNull(),
    /** From 1: the database keeps a leave's files within their number. */
    slot: smallint().notNull(),
    name: text().notNull(),
    /** By its content, whatever the sender said. */
    contentType: text().$type<LeaveFileType>().notNull(),
    byteCount: integer().notNull(),
    uploadedById: uuid(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.leaveId],
      foreignColumns: [leaves.workspaceId, leaves.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.uploadedById], foreignColumns: [users.workspaceId, users.id] }),
    unique("leave_files_slot_unique").on(t.workspaceId, t.leaveId, t.slot),
    check(
      "leave_files_slot_check",
      sql`${t.slot} between 1 and ${sql.raw(String(limits.filesOfLeave))} and ${t.byteCount} > 0`,
    ),
    // The export and the erasure of a person's data.
    index("leave_files_user_index").on(t.workspaceId, t.userId, t.id),
  ],
);

/** The content of a file in parts, each sealed for its file and position. */
export const leaveFileChunks = pgTable(
  "leave_file_chunks",
  {
    workspaceId: workspaceId(),
    fileId: uuid().notNull(),
    /** From 0. */
    position: integer().notNull(),
    content: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.fileId, t.position] }),
    foreignKey({
      columns: [t.workspaceId, t.fileId],
      foreignColumns: [leaveFiles.workspaceId, leaveFiles.id],
    }).onDelete("cascade"),
  ],
);
