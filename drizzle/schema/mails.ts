import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgEnum, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { type MailError, type MailKind, mailStatuses } from "./values";
import { workspaces } from "./workspaces";

export const mailStatus = pgEnum("mail_status", mailStatuses);

/** One mail to one address, written in the transaction of its change, and sent afterwards. */
export const mails = pgTable(
  "mails",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    kind: text().$type<MailKind>().notNull(),
    /** One address, without a name. */
    recipient: text().notNull(),
    subject: text().notNull(),
    /**
     * Text and HTML, sealed with the encryption key: a copy of the database must not allow signing in. Null once it is no longer needed.
     */
    content: bytes(),
    /** The address to write to for unsubscribing from this kind. */
    unsubscribe: jsonb().$type<{ address: string; subject: string }>(),
    status: mailStatus().notNull().default("pending"),
    /** Null after its end. */
    nextAttemptAt: instant(),
    attemptCount: integer().notNull().default(0),
    /** An attempt is under way, or ended without a recorded outcome. */
    attemptOpen: boolean().notNull().default(false),
    /** The number of attempts with an unknown outcome. */
    unknownCount: integer().notNull().default(0),
    /** From then on its content is obsolete: it is not sent any more. */
    expiresAt: instant(),
    createdAt: instant().notNull(),
    /** When it was sent, or failed for good. */
    endedAt: instant(),
    error: text().$type<MailError>(),
    /** The mail server's message. */
    errorDetail: text(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("mails_lane_index").on(t.workspaceId, t.nextAttemptAt, t.id).where(sql`${t.status} = 'pending'`),
    index("mails_ended_index").on(t.status, t.endedAt).where(sql`${t.status} <> 'pending'`),
  ],
);
