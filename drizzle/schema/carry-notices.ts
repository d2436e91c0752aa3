import {
  date,
  foreignKey,
  index,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { leaveTypes } from "./leaves";
import { users } from "./people";

/** The proof that a person was notified in time of days that lapse (decision 16.23). Only added to. */
export const carryNotices = pgTable(
  "carry_notices",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    leaveTypeId: uuid().notNull(),
    /** The last day to use them. */
    lapsesOn: date({ mode: "string" }).notNull(),
    days: numeric({ precision: 9, scale: 3, mode: "number" }).notNull(),
    /** Which of the three notices; null for one that someone sent by hand. */
    stage: smallint(),
    /** The mail's address, subject and text. */
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** Who sent it by hand. */
    sentById: uuid(),
    /** The day at the person's location on which it was sent by hand. */
    sentOn: date({ mode: "string" }),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.sentById], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({
      columns: [t.workspaceId, t.leaveTypeId],
      foreignColumns: [leaveTypes.workspaceId, leaveTypes.id],
    }),
    // Each of the three is sent once.
    unique("carry_notices_stage_unique").on(t.workspaceId, t.userId, t.leaveTypeId, t.lapsesOn, t.stage),
    // By hand once a day.
    unique("carry_notices_day_unique").on(t.workspaceId, t.userId, t.leaveTypeId, t.lapsesOn, t.sentOn),
    index("carry_notices_user_index").on(t.workspaceId, t.userId, t.lapsesOn),
  ],
);

/** How far a workspace's daily look for days that lapse has come. */
export const lapseLooks = pgTable("lapse_looks", {
  workspaceId: workspaceId().primaryKey(),
  lookedOn: date({ mode: "string" }).notNull(),
  /** The last person that it has reached; null when it has reached all. */
  lookedTo: uuid(),
});
