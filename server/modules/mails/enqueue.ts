import { mails } from "@/drizzle/schema/mails";
import type { MailKind } from "@/drizzle/schema/values";
import type { Unattended } from "@/server/access/ctx";
import { plus } from "@/server/kernel/clock";
import { newId } from "@/server/kernel/ids";
import { wake } from "@/server/kernel/wake";
import { type MailContent, sealContent } from "./content";

/** The background work that sends mails. */
export const mailsWake = "mails";

export interface OutgoingMail extends MailContent {
  workspaceId: string;
  kind: MailKind;
  /** One address, without a name. */
  to: string;
  subject: string;
  /** How long it is of any use: what is older is not sent. */
  expiresInMs?: number;
  unsubscribe?: { address: string; subject: string };
}

/**
 * Puts a mail into the outbox, in the transaction of the change that it tells of: they commit together or not at all. It leaves a moment
 * after the commit.
 * @param tx inside a transaction
 */
export const enqueueMail = (tx: Unattended, mail: OutgoingMail): Promise<void> => enqueueMails(tx, [mail]);

/** `enqueueMail` for several at once. */
export async function enqueueMails(tx: Unattended, outgoing: readonly OutgoingMail[]): Promise<void> {
  const { services, db, afterCommit } = tx;
  if (!afterCommit) throw new Error("A mail is written with its change: in a transaction");
  if (outgoing.length === 0) return;
  const now = services.clock();
  const rows = outgoing.map((mail) => {
    const id = newId();
    const { workspaceId, kind, to, subject, expiresInMs, unsubscribe } = mail;
    return {
      ...{ workspaceId, id, kind, subject, recipient: to, createdAt: now, nextAttemptAt: now },
      content: sealContent(services.settings, id, mail),
      unsubscribe: unsubscribe ?? null,
      expiresAt: expiresInMs === undefined ? null : plus(now, expiresInMs),
    };
  });
  await db.insert(mails).values(rows);
  afterCommit.push(() => wake(services, mailsWake));
}
