import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { departments } from "./directory";
import { users } from "./people";

/**
 * A stand-in who decides on leave for an approver for a time (decision 12.7). Migration 0030 also prevents overlaps of the same approver,
 * stand-in and department: `delegations_overlap`, an exclusion constraint, which Drizzle does not model.
 */
export const delegations = pgTable(
  "delegations",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    /** The approver. */
    userId: uuid().notNull(),
    standInId: uuid().notNull(),
    /** Null: all departments of the approver. */
    departmentId: uuid(),
    /** Days in the approver's location, both inclusive. */
    startDate: date({ mode: "string" }).notNull(),
    endDate: date({ mode: "string" }).notNull(),
    /** When it was ended early. */
    endedAt: instant(),
    /** Null for the demo, where no user did. */
    createdById: uuid(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.standInId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.createdById], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({
      columns: [t.workspaceId, t.departmentId],
      foreignColumns: [departments.workspaceId, departments.id],
    }).onDelete("cascade"),
    check("delegations_range_check", sql`${t.startDate} <= ${t.endDate}`),
    check("delegations_another_check", sql`${t.userId} <> ${t.standInId}`),
    // The current stand-ins.
    index("delegations_stand_in_index").on(t.workspaceId, t.standInId).where(sql`${t.endedAt} is null`),
    index("delegations_approver_index").on(t.workspaceId, t.userId).where(sql`${t.endedAt} is null`),
    // The list's order; the keyset of a page token.
    index("delegations_order_index").on(t.workspaceId, t.startDate, t.id),
    index("delegations_department_index").on(t.workspaceId, t.departmentId),
  ],
);
