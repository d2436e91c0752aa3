import { boolean, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { plans, visibilities } from "./values";

export const plan = pgEnum("plan", plans);

export const visibility = pgEnum("visibility", visibilities);

export const workspaces = pgTable("workspaces", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  plan: plan().notNull(),
  /** The Open API add-on; only ever effective on CORE and COMPLETE. */
  openApiEnabled: boolean().notNull().default(true),
  /** Whose absences people see in the app beside those of whom they manage. */
  visibility: visibility().notNull().default("DEPARTMENT"),
  /** Whether somebody who decides from a mail has to sign in first (decision 12.6). */
  mailDecisionNeedsSignIn: boolean().notNull().default(false),
  createdAt: instant().notNull(),
});
