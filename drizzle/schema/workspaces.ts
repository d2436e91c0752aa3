import { boolean, pgEnum, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "./columns";
import { appsPolicies, plans, visibilities } from "./values";

export const plan = pgEnum("plan", plans);

export const visibility = pgEnum("visibility", visibilities);

export const appsPolicy = pgEnum("apps_policy", appsPolicies);

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
  /** Whether calendar programs may fetch the leave of others than their owner (decision 12.8). */
  teamFeedsAllowed: boolean().notNull().default(true),
  /** "AI apps may change leave": without it nobody's app gets or uses a scope that writes (decision 13.4). */
  aiAppsMayChangeLeave: boolean().notNull().default(false),
  /** Whether people may connect any app, or only those of allowed_apps (decision 13.9). */
  appsPolicy: appsPolicy().notNull().default("ANY"),
  /** For how many years lines of the audit log are kept; null: for ever (decision 12.9). */
  auditKeptYears: smallint(),
  /** For how many years after somebody was erased their leave is kept; null: for ever. */
  erasedLeaveKeptYears: smallint(),
  /** For how many years API keys and webhooks are kept after they ended; null: for ever. */
  endedAccessKeptYears: smallint(),
  createdAt: instant().notNull(),
  /** When an administrator was done with "Set up your workspace"; null while Today leads through it. */
  setUpAt: instant(),
});

/** The links that `npm start` prints as long as there is no workspace: each makes the first one, and all are over with it. */
export const setupLinks = pgTable("setup_links", {
  /** SHA-256 of the secret. */
  hash: bytes().primaryKey(),
  expiresAt: instant().notNull(),
});
