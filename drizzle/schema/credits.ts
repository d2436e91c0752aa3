import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { leaveTypes } from "./leaves";
import { users } from "./people";
import type { CreditSource, CreditStatus } from "./values";

/** Days that a person earned, bought or was granted, with an expiry of their own (decision 16.17). Approved ones are a part of a balance. */
export const credits = pgTable(
  "credits",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    leaveTypeId: uuid().notNull(),
    days: numeric({ precision: 9, scale: 3, mode: "number" }).notNull(),
    /** The first day to use them. */
    earnedOn: date({ mode: "string" }).notNull(),
    /** The last day to use them; null when they never expire. */
    expiresOn: date({ mode: "string" }),
    source: text().$type<CreditSource>().notNull(),
    status: text().$type<CreditStatus>().notNull(),
    reason: text().notNull(),
    /** Null for the demo, where no user did. */
    createdById: uuid(),
    /** Who approved, denied or cancelled it. */
    decidedById: uuid(),
    decidedAt: instant(),
    decisionReason: text(),
    version: integer().notNull().default(0),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.createdById], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.decidedById], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({
      columns: [t.workspaceId, t.leaveTypeId],
      foreignColumns: [leaveTypes.workspaceId, leaveTypes.id],
    }),
    check("credits_days_check", sql`days > 0`),
    check("credits_range_check", sql`earned_on <= expires_on`),
    // The inputs of a person's balances; the list's order is by id.
    index("credits_user_index").on(t.workspaceId, t.userId, t.id),
    // What is to decide.
    index("credits_open_index").on(t.workspaceId, t.id).where(sql`${t.status} = 'OPEN'`),
  ],
);
