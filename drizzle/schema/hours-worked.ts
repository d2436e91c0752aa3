import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { users } from "./people";
import type { HoursWorkedSource } from "./values";

/** Hours that a person worked on some days, of which policies with a rate give a part (decision 16.28). */
export const hoursWorked = pgTable(
  "hours_worked",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    firstDay: date({ mode: "string" }).notNull(),
    /** The day on which they give days of leave. */
    lastDay: date({ mode: "string" }).notNull(),
    hours: numeric({ precision: 7, scale: 2, mode: "number" }).notNull(),
    /** The length of the person's average day on the last day, as it was when the hours were reported. */
    minutesPerDay: numeric({ precision: 8, scale: 4, mode: "number" }).notNull(),
    source: text().$type<HoursWorkedSource>().notNull(),
    createdById: uuid(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.createdById], foreignColumns: [users.workspaceId, users.id] }),
    check("hours_worked_hours_check", sql`hours >= 0`),
    check("hours_worked_day_check", sql`minutes_per_day > 0`),
    check("hours_worked_range_check", sql`first_day <= last_day`),
    // The inputs of a person's balances. Two periods with the same last day overlap.
    uniqueIndex("hours_worked_user_index").on(t.workspaceId, t.userId, t.lastDay),
  ],
);
