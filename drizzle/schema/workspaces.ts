import { boolean, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { plans } from "./values";

export const plan = pgEnum("plan", plans);

export const workspaces = pgTable("workspaces", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  plan: plan().notNull(),
  /** The Open API add-on; only ever effective on CORE and COMPLETE. */
  openApiEnabled: boolean().notNull().default(true),
  createdAt: instant().notNull(),
});
