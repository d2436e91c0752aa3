import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, workspaceId } from "./columns";
import { pushSubscriptions } from "./push";
import { occurrences } from "./schedules";
import { type MailError, type MailKind, mailStatuses, type PushKind } from "./values";
import { workspaces } from "./workspaces";

export const mailStatus = pgEnum("mail_status", mailStatuses);

/** One mail to one address, or one push notification to one device: written in the transaction of its change, and sent afterwards. */
export const mails = pgTable(
  "mails",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    id: uuid().notNull(),
    kind: text().$type<MailKind | PushKind>().notNull(),
    /** One address, without a name; of a push notification, the host of the push service. */
    recipient: text().notNull(),
    subject: text().notNull(),
    /**
     * Text and HTML, sealed with the encryption key: a copy of the database must not allow signing in. Null once it is no longer needed, and
     * for a bulk mail, whose body is its occurrence's.
     */
    content: bytes(),
    /** The occurrence of a notification or report whose mail this is: a bulk mail. */
    occurrenceId: uuid(),
    /** The device of a push notification. */
    subscriptionId: uuid(),
    /** The address to write to for unsubscribing from this kind. */
    unsubscribe: jsonb().$type<{ address: string; subject: string }>(),
    status: mailStatus().notNull().default("pending"),
    /** Null after its end, and for a bulk mail or a push notification. */
    nextAttemptAt: instant(),
    /** The same of a bulk mail: another queue, so that bulk mails delay no other. */
    bulkAttemptAt: instant(),
    /** The same of a push notification: a push service that hangs delays no mail. */
    pushAttemptAt: instant(),
    /** When the last attempt began. */
    attemptedAt: instant(),
    attemptCount: integer().notNull().default(0),
    /** An attempt is under way, or ended without a recorded outcome. */
    attemptOpen: boolean().notNull().default(false),
    /** The number of attempts with an unknown outcome. */
    unknownCount: integer().notNull().default(0),
    /** From then on it is not sent any more: its content is obsolete, or a bulk mail is given up. */
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
    foreignKey({
      columns: [t.workspaceId, t.occurrenceId],
      foreignColumns: [occurrences.workspaceId, occurrences.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.workspaceId, t.subscriptionId],
      foreignColumns: [pushSubscriptions.workspaceId, pushSubscriptions.id],
    }).onDelete("cascade"),
    index("mails_lane_index").on(t.workspaceId, t.nextAttemptAt, t.id).where(sql`${t.status} = 'pending'`),
    index("mails_next_index").on(t.nextAttemptAt, t.workspaceId).where(sql`${t.status} = 'pending'`),
    index("mails_next_bulk_index")
      .on(t.bulkAttemptAt, t.workspaceId)
      .where(sql`${t.status} = 'pending' and ${t.occurrenceId} is not null`),
    index("mails_bulk_index")
      .on(t.workspaceId, t.bulkAttemptAt, t.id)
      .where(sql`${t.status} = 'pending' and ${t.occurrenceId} is not null`),
    index("mails_next_push_index")
      .on(t.pushAttemptAt, t.workspaceId)
      .where(sql`${t.status} = 'pending' and ${t.subscriptionId} is not null`),
    index("mails_push_index")
      .on(t.workspaceId, t.pushAttemptAt, t.id)
      .where(sql`${t.status} = 'pending' and ${t.subscriptionId} is not null`),
    index("mails_subscription_index")
      .on(t.workspaceId, t.subscriptionId)
      .where(sql`${t.subscriptionId} is not null`),
    index("mails_occurrence_index")
      .on(t.workspaceId, t.occurrenceId)
      .where(sql`${t.occurrenceId} is not null`),
    index("mails_over_index")
      .on(t.status, t.endedAt)
      .where(sql`${t.status} <> 'pending' and ${t.occurrenceId} is null`),
  ],
);

/** A file attached to every mail of an occurrence. */
export interface MailAttachment {
  /** The stored file, of `report_downloads`. */
  fileId: string;
  filename: string;
  contentType: string;
}

/** The body shared by all mails of an occurrence, as long as one of them may still be sent. */
export const mailBodies = pgTable(
  "mail_bodies",
  {
    workspaceId: workspaceId(),
    occurrenceId: uuid().notNull(),
    /** Changes with the content: processes cache bodies by it. */
    id: uuid().notNull(),
    /** Text and HTML, sealed like a mail's. */
    content: bytes().notNull(),
    attachment: jsonb().$type<MailAttachment>(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.occurrenceId] }),
    foreignKey({
      columns: [t.workspaceId, t.occurrenceId],
      foreignColumns: [occurrences.workspaceId, occurrences.id],
    }).onDelete("cascade"),
  ],
);
