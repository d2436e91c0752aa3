import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgEnum, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { type MailError, type MailKind, mailStatuses } from "./values";
import { workspaces } from "./workspaces";

export const mailStatus = pgEnum("mail_status", mailStatuses);

/** One mail to one address, written in the transaction of the change that it tells of, and sent afterwards. */
export const mails = pgTable(
  "mails",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    kind: text().$type<MailKind>().notNull(),
    /** One address, without a name. */
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Text and HTML, sealed with the encryption key: a copy of the database must not sign anybody in. Null once it is of no more use. */
    content: bytes(),
    /** Whom to write to for getting no more of this kind. */
    unsubscribe: jsonb().$type<{ address: string; subject: string }>(),
    status: mailStatus().notNull().default("pending"),
    /** Null when it has ended. */
    nextAttemptAt: instant(),
    attemptCount: integer().notNull().default(0),
    /** An attempt is under way, or ended without a record of what came of it. */
    attemptOpen: boolean().notNull().default(false),
    /** Attempts of which nobody knows whether they arrived. */
    unknownCount: integer().notNull().default(0),
    /** What it says is of no more use from then on: it is not sent any more. */
    expiresAt: instant(),
    createdAt: instant().notNull(),
    /** When it was sent, or given up. */
    endedAt: instant(),
    error: text().$type<MailError>(),
    /** The mail server's own words. */
    errorDetail: text(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("mails_lane_index").on(t.workspaceId, t.nextAttemptAt, t.id).where(sql`${t.status} = 'pending'`),
    index("mails_ended_index").on(t.status, t.endedAt).where(sql`${t.status} <> 'pending'`),
  ],
);
