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
  /** The absences that users see in the app beside those of the people they manage. */
  visibility: visibility().notNull().default("DEPARTMENT"),
  /** Whether an approver has to sign in before deciding from a mail (decision 12.6). */
  mailDecisionNeedsSignIn: boolean().notNull().default(false),
  /** Whether calendar programs may fetch the leave of people other than their owner (decision 12.8). */
  teamFeedsAllowed: boolean().notNull().default(true),
  /** "AI apps may change leave": without it no app gets or uses a scope that writes (decision 13.4). */
  aiAppsMayChangeLeave: boolean().notNull().default(false),
  /** Whether users may connect any app, or only those of allowed_apps (decision 13.9). */
  appsPolicy: appsPolicy().notNull().default("ANY"),
  /** Whether people sign in through the workspace's connections only, besides administrators with emergency access (decision 2.14). */
  connectionsOnly: boolean().notNull().default(false),
  /** Since when administrators need a second factor (decision 2.18); null: they need none. */
  administratorsFactorSince: instant(),
  /** Since when everyone needs one; then administrators do, too. */
  everyoneFactorSince: instant(),
  /** How long someone may go without, from when the policy concerns them. */
  factorGraceDays: smallint().notNull().default(0),
  /** The retention of audit log rows in years; null: for ever (decision 12.9). */
  auditKeptYears: smallint(),
  /** The retention of a person's leave in years after their erasure; null: for ever. */
  erasedLeaveKeptYears: smallint(),
  /** The retention of API keys and webhooks in years after their end; null: for ever. */
  endedAccessKeptYears: smallint(),
  createdAt: instant().notNull(),
  /** When an administrator finished "Set up your workspace"; null while Today leads through it. */
  setUpAt: instant(),
});

/** The links that `npm start` prints while there is no workspace: each creates the first one, which ends them all. */
export const setupLinks = pgTable("setup_links", {
  /** SHA-256 of the secret. */
  hash: bytes().primaryKey(),
  expiresAt: instant().notNull(),
});
