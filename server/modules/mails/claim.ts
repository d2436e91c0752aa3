import { sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import type { MailKind } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import { attemptsOf } from "@/server/worker/begin-attempts";
import type { LaneCapacity, Queue, WorkItem } from "@/server/worker/kind";

/** A mail whose attempt has begun. */
export interface ClaimedMail extends WorkItem {
  kind: MailKind;
  recipient: string;
  subject: string;
  content: Buffer | null;
  unsubscribe: { address: string; subject: string } | null;
  attemptCount: number;
  /** Earlier attempts whose outcome is unknown. */
  unknownCount: number;
  /** When its content becomes useless. */
  expiresAt: Date | null;
}

/** A workspace is a lane, so that one with many mails does not delay another's. */
export const mailQueue: Queue = {
  table: mails,
  workspaceId: mails.workspaceId,
  dueAt: mails.nextAttemptAt,
  pending: sql`${mails.status} = 'pending'`,
};

type Row = Omit<ClaimedMail, "lane" | "expiresAt"> & { expiresAt: string | null };

const begin = attemptsOf<Row>(mailQueue, {
  id: mails.id,
  attemptCount: mails.attemptCount,
  also: () => sql`unknown_count = ${mails.unknownCount} + ${mails.attemptOpen}::int, attempt_open = true`,
  returned: {
    columns: sql`${mails.kind}, ${mails.recipient}, ${mails.subject}, ${mails.content}, ${mails.unsubscribe},
      ${mails.attemptCount} as "attemptCount", ${mails.unknownCount} as "unknownCount", ${mails.expiresAt} as "expiresAt"`,
  },
});

/**
 * Claims due mails, and records that an attempt begins: when the last attempt left no record, the mail may have been sent. It is sent once
 * more, under the same Message-ID, and then no more.
 */
export async function claimMails(
  { db, clock }: Services,
  lanes: readonly LaneCapacity[],
): Promise<readonly ClaimedMail[]> {
  const rows = await begin(db, lanes, clock());
  return rows.map(({ expiresAt, ...row }) => ({
    ...row,
    lane: row.workspaceId,
    expiresAt: expiresAt ? new Date(expiresAt) : null,
  }));
}
