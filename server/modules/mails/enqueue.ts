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
export async function enqueueMail(tx: Unattended, mail: OutgoingMail): Promise<void> {
  const { services, db, afterCommit } = tx;
  if (!afterCommit) throw new Error("A mail is written with its change: in a transaction");
  const id = newId();
  const now = services.clock();
  const { workspaceId, kind, to, subject, expiresInMs, unsubscribe } = mail;
  await db.insert(mails).values({
    ...{ workspaceId, id, kind, subject, recipient: to, createdAt: now, nextAttemptAt: now },
    content: sealContent(services.settings, id, mail),
    unsubscribe: unsubscribe ?? null,
    expiresAt: expiresInMs === undefined ? null : plus(now, expiresInMs),
  });
  afterCommit.push(() => wake(services, mailsWake));
}
