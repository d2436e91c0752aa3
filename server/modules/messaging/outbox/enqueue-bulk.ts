import { sql } from "drizzle-orm";
import { type MailAttachment, mailBodies, mails } from "@/drizzle/schema/mails";
import type { MailKind } from "@/drizzle/schema/values";
import type { SystemContext } from "@/server/access/ctx";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { unnested } from "@/server/kernel/database/sql-parts";
import { wake } from "@/server/kernel/database/wake";
import type { Settings } from "@/server/kernel/env";
import { newId } from "@/server/kernel/ids";
import { hour, plus } from "@/server/kernel/time/clock";
import { type MailContent, sealBody } from "./content";

/** The background work that sends mails of notifications and reports; the name under which it is woken. */
export const bulkMailsWake = "bulk-mails";

/** A bulk mail that could not be sent within this time is given up: one that is hours late misleads (decision 9.4). */
export const bulkLifeMs = 2.5 * hour;

/** One mail to several addresses of an occurrence: one body, and a row for each, with the id of its dispatch. */
export interface BulkMail {
  workspaceId: string;
  occurrenceId: string;
  kind: MailKind;
  subject: string;
  unsubscribe: { address: string; subject: string };
  /** Of `sealBulkBody`: before the transaction, since a long one takes a moment. */
  body: SealedBody;
  attachment?: MailAttachment;
  recipients: readonly BulkRecipient[];
}

export interface BulkRecipient {
  /** The dispatch's. */
  id: string;
  address: string;
  /** Attempts so far; 0 by default. */
  attemptCount?: number;
  /** Those with an unknown outcome. */
  unknownCount?: number;
}

interface SealedBody {
  id: string;
  /** Base64. */
  content: string;
}

export function sealBulkBody(settings: Settings, content: Pick<MailContent, "text" | "html">): SealedBody {
  const id = newId();
  return { id, content: sealBody(settings, id, content).toString("base64") };
}

const { placeholder } = sql;
const at = sql`${placeholder("at")}::timestamptz`;
const expiry = sql`${placeholder("expiry")}::timestamptz`;

const writeBodies = statement(sql`
  insert into ${mailBodies} (workspace_id, occurrence_id, id, content, attachment)
  select b.workspace_id, b.occurrence_id, b.id, decode(b.content, 'base64'), b.attachment::jsonb
  from ${unnested("b", {
    ...{ workspace_id: "uuid", occurrence_id: "uuid", id: "uuid", content: "text", attachment: "text" },
  })}
  on conflict (workspace_id, occurrence_id) do update
  set id = excluded.id, content = excluded.content, attachment = excluded.attachment`);

const writeMails = statement(sql`
  insert into ${mails} (workspace_id, id, kind, recipient, subject, unsubscribe, occurrence_id, attempt_count, unknown_count,
    expires_at, created_at, bulk_attempt_at)
  select m.workspace_id, m.id, m.kind, m.recipient, m.subject, m.unsubscribe::jsonb, m.occurrence_id, m.attempt_count,
    m.unknown_count, ${expiry}, ${at}, ${at}
  from ${unnested("m", {
    ...{ workspace_id: "uuid", id: "uuid", kind: "text", recipient: "text", subject: "text" },
    ...{ unsubscribe: "text", occurrence_id: "uuid", attempt_count: "int", unknown_count: "int" },
  })}
  on conflict (workspace_id, id) do update
  set status = 'pending', subject = excluded.subject, unsubscribe = excluded.unsubscribe, ended_at = null,
    attempt_count = excluded.attempt_count, unknown_count = excluded.unknown_count,
    expires_at = excluded.expires_at, bulk_attempt_at = excluded.bulk_attempt_at
  where ${mails.status} <> 'sent'`);

/**
 * Queues mails of occurrences, in the transaction that records their dispatches. They wait for no other mails and delay none. One that
 * exists and was not sent gets the new body, and begins again.
 * @param tx inside a transaction
 */
export async function enqueueBulkMails(tx: SystemContext, outgoing: readonly BulkMail[]): Promise<void> {
  const { services, db, afterCommit } = tx;
  if (!afterCommit) throw new Error("A mail is written with its change: in a transaction");
  const all = outgoing.filter(({ recipients }) => recipients.length > 0);
  if (all.length === 0) return;
  await writeBodies(db, {
    workspace_id: arrayOf(all.map(({ workspaceId }) => workspaceId)),
    occurrence_id: arrayOf(all.map(({ occurrenceId }) => occurrenceId)),
    id: arrayOf(all.map(({ body }) => body.id)),
    content: arrayOf(all.map(({ body }) => body.content)),
    attachment: arrayOf(all.map(({ attachment }) => (attachment ? JSON.stringify(attachment) : null))),
  });
  await writeMails(db, { ...rowsOf(all), ...timesAt(services.clock()) });
  afterCommit.push(() => wake(services, bulkMailsWake));
}

const timesAt = (now: Date) => ({ at: now.toISOString(), expiry: plus(now, bulkLifeMs).toISOString() });

function rowsOf(all: readonly BulkMail[]) {
  const rows = all.flatMap(({ recipients, ...mail }) => recipients.map((to) => ({ ...mail, ...to })));
  return {
    workspace_id: arrayOf(rows.map(({ workspaceId }) => workspaceId)),
    id: arrayOf(rows.map(({ id }) => id)),
    kind: arrayOf(rows.map(({ kind }) => kind)),
    recipient: arrayOf(rows.map(({ address }) => address)),
    subject: arrayOf(rows.map(({ subject }) => subject)),
    unsubscribe: arrayOf(rows.map(({ unsubscribe }) => JSON.stringify(unsubscribe))),
    occurrence_id: arrayOf(rows.map(({ occurrenceId }) => occurrenceId)),
    attempt_count: arrayOf(rows.map(({ attemptCount = 0 }) => attemptCount)),
    unknown_count: arrayOf(rows.map(({ unknownCount = 0 }) => unknownCount)),
  };
}
