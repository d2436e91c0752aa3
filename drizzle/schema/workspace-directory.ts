import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes } from "./columns";

// Found before the workspace is known, so their rows are no workspace's: where workspaces are distributed, these stay with the coordinator.
// No foreign keys: a row without its secret or user finds nothing.

/**
 * The workspace of each secret whose text does not say it: v1 keys, and what was issued before texts did. A job removes a secret that was
 * deleted or replaced.
 */
export const secretWorkspaces = pgTable("secret_workspaces", {
  /** SHA-256 of the text, as in the secret's own row. */
  hash: bytes().primaryKey(),
  leadsTo: uuid().notNull(),
});

/**
 * The workspaces to look in for who signs in, by their address or their account at a provider; possibly more than they are in. Written, and
 * removed, in the transaction that changes the user.
 */
export const identityWorkspaces = pgTable(
  "identity_workspaces",
  {
    /** SHA-256 (`server/access/workspaces-of-identity.ts`). */
    hash: bytes().notNull(),
    leadsTo: uuid().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hash, t.leadsTo] })],
);

/**
 * The workspace of each verified domain. Unique over all workspaces; written, and removed, in the transaction that changes the workspace's
 * own row.
 */
export const domainWorkspaces = pgTable("domain_workspaces", {
  /** Lower case, A-labels. */
  name: text().primaryKey(),
  leadsTo: uuid().notNull(),
});
