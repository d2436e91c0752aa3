import { sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import type { MailKind } from "@/drizzle/schema/values";
import { arrayOf, statement } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import type { LaneRoom, WorkItem } from "@/server/worker/kind";

/** A mail whose attempt has begun. */
export interface ClaimedMail extends WorkItem {
  kind: MailKind;
  recipient: string;
  subject: string;
  content: Buffer | null;
  unsubscribe: { address: string; subject: string } | null;
  attemptCount: number;
  /** Attempts before this one of which nobody knows whether they arrived. */
  unknownCount: number;
  /** What it says is of no more use from then on. */
  expiresAt: Date | null;
}

const { placeholder } = sql;
const now = sql`${placeholder("now")}::timestamptz`;

const begin = statement<Omit<ClaimedMail, "expiresAt"> & { expiresAt: string | null }>(sql`
  with due as materialized (
    select d.* from unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("rooms")}::int[]) l(workspace_id, room)
    cross join lateral (
      select workspace_id, id from ${mails}
      where workspace_id = l.workspace_id and status = 'pending' and next_attempt_at <= ${now}
        and id <> all(${placeholder("inHand")}::uuid[])
      order by next_attempt_at, id limit l.room) d
  )
  update ${mails} m
  set attempt_count = m.attempt_count + 1, unknown_count = m.unknown_count + m.attempt_open::int, attempt_open = true
  from due where m.workspace_id = due.workspace_id and m.id = due.id and m.status = 'pending'
  returning m.workspace_id as "workspaceId", m.workspace_id::text as lane, m.id, m.kind, m.recipient, m.subject, m.content,
    m.unsubscribe, m.attempt_count as "attemptCount", m.unknown_count as "unknownCount",
    m.expires_at as "expiresAt"`);

/**
 * Takes mails that are due, and writes down that an attempt begins: one whose last attempt left no record may have been sent. It is sent
 * once more, under the same Message-ID, and then no more.
 */
export async function claimMails(
  { db, clock }: Services,
  lanes: readonly LaneRoom[],
): Promise<readonly ClaimedMail[]> {
  const rows = await begin(db, {
    now: clock().toISOString(),
    workspaceIds: arrayOf(lanes.map(({ workspaceId }) => workspaceId)),
    rooms: arrayOf(lanes.map(({ room }) => room)),
    inHand: arrayOf(lanes.flatMap(({ inHand }) => inHand)),
  });
  return rows.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: expiresAt ? new Date(expiresAt) : null }));
}
