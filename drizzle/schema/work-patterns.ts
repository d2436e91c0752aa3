import { date, foreignKey, jsonb, pgTable, primaryKey, unique, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { users } from "./people";

/** How somebody works from a day on, in place of their location's work week, until the next row of theirs. */
export const workPatterns = pgTable(
  "work_patterns",
  {
    workspaceId: workspaceId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    startsOn: date({ mode: "string" }).notNull(),
    /** The first day of the week in which it starts: the weeks of a cycle count from here. */
    cycleStart: date({ mode: "string" }).notNull(),
    /** By weekday from Sunday, the minutes of that day in each week of the cycle. Null: as the location works. */
    minutes: jsonb().$type<number[][]>(),
    createdById: uuid(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
    foreignKey({ columns: [t.workspaceId, t.createdById], foreignColumns: [users.workspaceId, users.id] }),
    // Also how those of a person are found.
    unique("work_patterns_start_unique").on(t.workspaceId, t.userId, t.startsOn),
  ],
);
