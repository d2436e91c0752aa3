import { sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import type { MailKind } from "@/drizzle/schema/values";
import type { SystemContext } from "@/server/access/ctx";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { unnested } from "@/server/kernel/database/sql-parts";
import { wake } from "@/server/kernel/database/wake";
import { newId } from "@/server/kernel/ids";
import { plus } from "@/server/kernel/time/clock";
import { type MailContent, sealContent } from "./content";

/** The background work that sends mails; the name under which it is woken. */
export const mailsWake = "mails";

export interface OutgoingMail extends MailContent {
  workspaceId: string;
  kind: MailKind;
  /** One address, without a name. */
  to: string;
  subject: string;
  /** Time to live: an expired mail is not sent. */
  expiresInMs?: number;
  unsubscribe?: { address: string; subject: string };
}

/**
 * Queues a mail in the outbox, in the transaction of its change: they commit together or not at all. It is sent shortly after the commit.
 * @param tx inside a transaction
 */
export const enqueueMail = (tx: SystemContext, mail: OutgoingMail): Promise<void> => enqueueMails(tx, [mail]);

const { placeholder } = sql;
const at = sql`${placeholder("at")}::timestamptz`;

const write = statement(sql`
  insert into ${mails} (workspace_id, id, kind, recipient, subject, content, unsubscribe, expires_at, created_at, next_attempt_at)
  select m.workspace_id, m.id, m.kind, m.recipient, m.subject, m.content, m.unsubscribe::jsonb, m.expires_at, ${at}, ${at}
  from ${unnested("m", {
    ...{ workspace_id: "uuid", id: "uuid", kind: "text", recipient: "text", subject: "text" },
    ...{ content: "bytea", unsubscribe: "text", expires_at: "timestamptz" },
  })}`);

/** `enqueueMail` for several mails at once. */
export async function enqueueMails(tx: SystemContext, outgoing: readonly OutgoingMail[]): Promise<void> {
  const { services, db, afterCommit } = tx;
  if (!afterCommit) throw new Error("A mail is written with its change: in a transaction");
  if (outgoing.length === 0) return;
  const now = services.clock();
  const all = outgoing.map((mail) => ({ ...mail, id: newId() }));
  await write(db, {
    workspace_id: arrayOf(all.map(({ workspaceId }) => workspaceId)),
    id: arrayOf(all.map(({ id }) => id)),
    kind: arrayOf(all.map(({ kind }) => kind)),
    recipient: arrayOf(all.map(({ to }) => to)),
    subject: arrayOf(all.map(({ subject }) => subject)),
    content: arrayOf(
      all.map((mail) => `\\x${sealContent(services.settings, mail.id, mail).toString("hex")}`),
    ),
    unsubscribe: arrayOf(all.map(({ unsubscribe }) => (unsubscribe ? JSON.stringify(unsubscribe) : null))),
    expires_at: arrayOf(
      all.map(({ expiresInMs }) => (expiresInMs === undefined ? null : plus(now, expiresInMs).toISOString())),
    ),
    at: now.toISOString(),
  });
  afterCommit.push(() => wake(services, mailsWake));
}
