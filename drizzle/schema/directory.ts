import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  foreignKey,
  index,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, nameKey, orderedText, workspaceId } from "./columns";
// biome-ignore lint/suspicious/noImportCycles: each table refers to the other, by functions that run later.
import { users } from "./people";
import { type PayPeriod, quotaResets, type RolloverExpiry } from "./values";
import { workspaces } from "./workspaces";

export const quotaReset = pgEnum("quota_reset", quotaResets);

export const locations = pgTable(
  "locations",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    name: orderedText().notNull(),
    nameKey: nameKey(),
    /** IANA name, in the writer's spelling. */
    timezone: text().notNull(),
    isDefault: boolean().notNull().default(false),
    /** First day of the accounting year, `MM-DD`. */
    yearStart: text().notNull().default("01-01"),
    firstDayOfWeek: smallint().notNull().default(1),
    workWeek: smallint().array().notNull().default([1, 2, 3, 4, 5]),
    hoursPerDay: numeric({ precision: 4, scale: 2, mode: "number" }).notNull().default(8),
    quotaReset: quotaReset().notNull().default("ACCOUNTING_YEAR"),
    rolloverExpiry: jsonb().$type<RolloverExpiry>(),
    /** Null where no payroll is run. */
    payPeriod: jsonb().$type<PayPeriod>(),
    /** The last day that nothing changes any more; null while all days are open. */
    closedThrough: date({ mode: "string" }),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("locations_name_unique").on(t.workspaceId, t.nameKey),
    uniqueIndex("locations_one_default").on(t.workspaceId).where(sql`${t.isDefault}`),
  ],
);

export const holidays = pgTable(
  "holidays",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    locationId: uuid().notNull(),
    date: date({ mode: "string" }).notNull(),
    name: text().notNull(),
    nameKey: nameKey(),
    isHalfDay: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.locationId],
      foreignColumns: [locations.workspaceId, locations.id],
    }),
    uniqueIndex("holidays_day_name_unique").on(t.workspaceId, t.locationId, t.date, t.nameKey),
    index("holidays_date_index").on(t.workspaceId, t.date, t.id),
  ],
);

export const departments = pgTable(
  "departments",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    name: orderedText().notNull(),
    nameKey: nameKey(),
    isDefault: boolean().notNull().default(false),
    parentId: uuid(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.parentId], foreignColumns: [t.workspaceId, t.id] }),
    uniqueIndex("departments_name_unique").on(t.workspaceId, t.nameKey),
    uniqueIndex("departments_one_default").on(t.workspaceId).where(sql`${t.isDefault}`),
    index("departments_parent_index").on(t.workspaceId, t.parentId),
  ],
);

/** Who approves the leave of a department; level 2 decides after level 1 (two-level approval). */
export const departmentApprovers = pgTable(
  "department_approvers",
  {
    workspaceId: workspaceId(),
    departmentId: uuid().notNull(),
    userId: uuid().notNull(),
    level: smallint().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.departmentId, t.userId] }),
    foreignKey({
      columns: [t.workspaceId, t.departmentId],
      foreignColumns: [departments.workspaceId, departments.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("department_approvers_user_index").on(t.workspaceId, t.userId),
  ],
);

/** The locations that a location admin manages. */
export const locationAdmins = pgTable(
  "location_admins",
  {
    workspaceId: workspaceId(),
    locationId: uuid().notNull(),
    userId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.locationId, t.userId] }),
    foreignKey({
      columns: [t.workspaceId, t.locationId],
      foreignColumns: [locations.workspaceId, locations.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    index("location_admins_user_index").on(t.workspaceId, t.userId),
  ],
);

export const labels = pgTable(
  "labels",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    name: orderedText().notNull(),
    nameKey: nameKey(),
    /** Six hex digits without `#`. */
    color: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("labels_name_unique").on(t.workspaceId, t.nameKey),
  ],
);

export const userLabels = pgTable(
  "user_labels",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    labelId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId, t.labelId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({
      columns: [t.workspaceId, t.labelId],
      foreignColumns: [labels.workspaceId, labels.id],
    }).onDelete("cascade"),
    index("user_labels_label_index").on(t.workspaceId, t.labelId),
  ],
);
