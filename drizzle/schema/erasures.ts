import { foreignKey, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";
import { users } from "./people";

/** A person whose traces are being erased, place by place; the row goes with the last of them (decision 12.9). */
export const erasures = pgTable(
  "erasures",
  {
    workspaceId: workspaceId(),
    userId: uuid().notNull(),
    /** Carries it out, and says how far it is. */
    operationId: uuid().notNull(),
    /** By which names and addresses, also former ones, texts may name the person. */
    names: text().array().notNull(),
    emails: text().array().notNull(),
    /** What ended and went when it was accepted: the operation's result. */
    possessions: jsonb().$type<Record<string, unknown>>().notNull(),
    erasedAt: instant().notNull(),
    /** Which of the places is being looked through, and the key of the last row there that was. */
    place: smallint().notNull().default(0),
    position: text().array(),
    /** Rows that were looked at, of how many; null before the first step. */
    doneCount: integer().notNull().default(0),
    totalCount: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }),
  ],
);
