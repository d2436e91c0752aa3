import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { leaves } from "./leaves";
import { users } from "./people";

/** What those who decide asked the person on leave before a decision, and the answer (decision 18.24). */
export const leaveQuestions = pgTable(
  "leave_questions",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    leaveId: uuid().notNull(),
    /** The person on leave, whose personal data it is. */
    userId: uuid().notNull(),
    askedById: uuid().notNull(),
    askedAt: instant().notNull(),
    question: text().notNull(),
    /** Null until the person answered. */
    answer: text(),
    answeredAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.leaveId],
      foreignColumns: [leaves.workspaceId, leaves.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.askedById], foreignColumns: [users.workspaceId, users.id] }),
    check("leave_questions_answer_check", sql`(answer is null) = (answered_at is null)`),
    // The questions of a leave, in their order.
    index("leave_questions_leave_index").on(t.workspaceId, t.leaveId, t.id),
    // The export and the erasure of a person's data.
    index("leave_questions_user_index").on(t.workspaceId, t.userId),
  ],
);
