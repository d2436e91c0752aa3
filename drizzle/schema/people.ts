import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, orderedText, positionIn, searchName, workspaceId, writtenAt } from "./columns";
// biome-ignore lint/suspicious/noImportCycles: each table refers to the other, by functions that run later.
import { departments, locations } from "./directory";
import { userStatuses } from "./values";
import { workspaces } from "./workspaces";

export const userStatus = pgEnum("user_status", userStatuses);

export const users = pgTable(
  "users",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    name: orderedText().notNull(),
    searchName: searchName(),
    email: text().notNull(),
    /** The role is derived: admin, else location admin, else approver, else user (decision 2.3). */
    isAdmin: boolean().notNull().default(false),
    /** When they became an administrator; null for someone who is none, or has been since their account was created. */
    adminSince: instant(),
    locationId: uuid().notNull(),
    departmentId: uuid().notNull(),
    status: userStatus().notNull().default("ACTIVE"),
    /** Their manager, who decides on their leave in place of the department's first level. */
    approverId: uuid(),
    employeeId: text(),
    startDate: date({ mode: "string" }),
    endDate: date({ mode: "string" }),
    /** The last closed day that the person brought along from an earlier location; null for none. */
    closedThrough: date({ mode: "string" }),
    birthday: date({ mode: "string" }),
    /** When their personal data was erased for good (decision 12.9); their status is DELETED from then on. */
    erasedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    writtenAt: writtenAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    // The list's order for a client that keeps a copy in sync.
    index("users_position_index").on(t.workspaceId, positionIn(t), t.id),
    // A deleted person's address may be reused for another one.
    uniqueIndex("users_email_unique")
      .on(t.workspaceId, sql`lower(${t.email})`)
      .where(sql`${t.status} <> 'DELETED'`),
    // Sign-in knows the address but not the workspace.
    index("users_email_index").on(sql`lower(${t.email})`),
    foreignKey({
      columns: [t.workspaceId, t.locationId],
      foreignColumns: [locations.workspaceId, locations.id],
    }),
    foreignKey({
      columns: [t.workspaceId, t.departmentId],
      foreignColumns: [departments.workspaceId, departments.id],
    }),
    foreignKey({ columns: [t.workspaceId, t.approverId], foreignColumns: [t.workspaceId, t.id] }),
    check("users_approver_check", sql`${t.approverId} <> ${t.id}`),
    // The people of a manager.
    index("users_approver_index").on(t.workspaceId, t.approverId).where(sql`${t.approverId} is not null`),
    index("users_location_index").on(t.workspaceId, t.locationId, t.id),
    index("users_department_index").on(t.workspaceId, t.departmentId, t.id),
    index("users_status_index").on(t.workspaceId, t.status, t.id),
    // Erased people whose leave is deleted after its retention.
    index("users_erased_index").on(t.workspaceId, t.erasedAt).where(sql`${t.erasedAt} is not null`),
  ],
);
