import { foreignKey, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { users } from "./people";

/** A person whose traces are being erased, place by place; the row is deleted after the last place (decision 12.9). */
export const erasures = pgTable(
  "erasures",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    /** Performs the erasure, and reports its progress. */
    operationId: uuid().notNull(),
    /** Names and addresses, also former ones, by which texts may mention the person. */
    names: text().array().notNull(),
    emails: text().array().notNull(),
    /** What was ended and deleted on acceptance: the operation's result. */
    possessions: jsonb().$type<Record<string, unknown>>().notNull(),
    erasedAt: instant().notNull(),
    /** The place being processed, and the key of its last processed row. */
    place: smallint().notNull().default(0),
    position: text().array(),
    /** Processed rows, and their total; null before the first step. */
    doneCount: integer().notNull().default(0),
    totalCount: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);
