import { date, foreignKey, jsonb, pgTable, primaryKey, unique, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { users } from "./people";

/** An employee's working pattern from a day on, in place of their location's work week, until their next row. */
export const workPatterns = pgTable(
  "work_patterns",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    startsOn: date({ mode: "string" }).notNull(),
    /** The first day of its first week: the weeks of a cycle count from here. */
    cycleStart: date({ mode: "string" }).notNull(),
    /** By weekday from Sunday, the minutes of that day in each week of the cycle. Null: the location's work week. */
    minutes: jsonb().$type<number[][]>(),
    createdById: uuid(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.createdById], foreignColumns: [users.workspaceId, users.id] }),
    // Also finds the patterns of a person.
    unique("work_patterns_start_unique").on(t.workspaceId, t.userId, t.startsOn),
  ],
);
