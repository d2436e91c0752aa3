import { and, eq, gt, sql } from "drizzle-orm";
import {
  notificationDispatches,
  notificationOccurrences,
  notifications,
} from "@/drizzle/schema/notifications";
import type { NotificationPlatform } from "@/drizzle/schema/values";
import { hour, minute, plus, second } from "@/server/kernel/clock";
import type { Db } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import type { Outcome } from "@/server/modules/integrations/outcome";
import type { Message } from "./message";

/** Longer than the longest attempt of any channel. */
export const leaseMs = 3 * minute;

/** Milliseconds after each attempt, with jitter of a fifth: some two hours in all; later nobody wants to know. */
const retryDelaysMs = [15 * second, minute, 5 * minute, 15 * minute, 40 * minute, hour];
/** An attempt of which nobody knows what came of it is repeated once: so there is at most one duplicate. */
const maximumUnknown = 1;

export type DispatchRow = typeof notificationDispatches.$inferSelect;

/** One message to one address that this process may send until its lease ends. */
export interface Claim {
  dispatch: DispatchRow;
  message: Message;
  notification: { id: string; name: string };
}

/**
 * Takes what is due on one platform. A row whose last attempt left no record may have been sent: it is sent once more, marked as a
 * possible duplicate, and then no more.
 */
export async function claimDispatches(
  { db, clock }: Services,
  platform: NotificationPlatform,
  limit: number,
): Promise<Claim[]> {
  const now = clock();
  const taken = await db.execute<{ workspace_id: string; id: string }>(sql`
    update ${notificationDispatches} d
    set fence = d.fence + 1, attempt_count = d.attempt_count + 1, attempted_at = ${now.toISOString()}::timestamptz,
      next_attempt_at = ${plus(now, leaseMs).toISOString()}::timestamptz,
      unknown_count = d.unknown_count + d.attempt_open::int, attempt_open = true
    from (select workspace_id, id from ${notificationDispatches}
      where status = 'pending' and platform = ${platform} and next_attempt_at <= ${now.toISOString()}::timestamptz
      order by next_attempt_at, id limit ${limit} for no key update skip locked) due
    where d.workspace_id = due.workspace_id and d.id = due.id
    returning d.workspace_id, d.id`);
  if (taken.length === 0) return [];
  const rows = await db
    .select({
      dispatch: notificationDispatches,
      content: notificationOccurrences.content,
      notification: { id: notifications.id, name: notifications.name },
    })
    .from(notificationDispatches)
    .innerJoin(
      notificationOccurrences,
      and(
        eq(notificationOccurrences.workspaceId, notificationDispatches.workspaceId),
        eq(notificationOccurrences.id, notificationDispatches.occurrenceId),
      ),
    )
    .innerJoin(
      notifications,
      and(
        eq(notifications.workspaceId, notificationOccurrences.workspaceId),
        eq(notifications.id, notificationOccurrences.notificationId),
      ),
    )
    .where(
      sql`(${notificationDispatches.workspaceId}, ${notificationDispatches.id}) in (select * from unnest(
        ${sql.param(taken.map((row) => row.workspace_id))}::uuid[], ${sql.param(taken.map(({ id }) => id))}::uuid[]))`,
    );
  return rows.map(({ content, ...rest }) => ({ ...rest, message: content as Message }));
}

/** Whether it may not be sent again, because two attempts already ended without a word. */
export const isSpent = ({ dispatch }: Claim): boolean => dispatch.unknownCount > maximumUnknown;

const jittered = (ms: number, random: number): number => Math.round(ms * (0.8 + 0.4 * random));

/** What an outcome makes of the row. */
function changeFor({ dispatch }: Claim, outcome: Outcome, now: Date, random: number): Partial<DispatchRow> {
  if (outcome.kind === "sent")
    return {
      status: "sent",
      sentAt: now,
      nextAttemptAt: null,
      providerId: outcome.providerId,
      error: null,
      errorDetail: null,
    };
  const unknownCount = dispatch.unknownCount + (outcome.kind === "unknown" ? 1 : 0);
  const error = outcome.kind === "unknown" ? ("UNKNOWN_OUTCOME" as const) : outcome.error;
  const told = { error, errorDetail: outcome.detail.slice(0, 300), unknownCount };
  const delay = retryDelaysMs[dispatch.attemptCount - 1];
  if (outcome.kind === "failed" || delay === undefined || unknownCount > maximumUnknown)
    return { status: "failed", nextAttemptAt: null, ...told };
  const asked = outcome.kind === "retry" ? (outcome.afterMs ?? 0) : 0;
  return { nextAttemptAt: plus(now, Math.max(asked, jittered(delay, random))), ...told };
}

/** The occurrence's state follows from its destinations'; its row is locked, so that the last one is seen to be the last. */
export async function settleOccurrence(db: Db, workspaceId: string, occurrenceId: string): Promise<void> {
  await db.execute(sql`
    update ${notificationOccurrences} o
    set sent_at = coalesce(o.sent_at, s.first_sent),
      status = (case when s.pending > 0 then 'sending' when s.failed = 0 then 'sent'
        when s.sent = 0 then 'failed' else 'partly_sent' end)::occurrence_status
    from (select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status = 'sent') as sent, min(sent_at) as first_sent
      from ${notificationDispatches} where workspace_id = ${workspaceId} and occurrence_id = ${occurrenceId}) s
    where o.workspace_id = ${workspaceId} and o.id = ${occurrenceId}`);
}

const lockOccurrence = (db: Db, workspaceId: string, id: string) =>
  db.execute(sql`
    select 1 from ${notificationOccurrences} where workspace_id = ${workspaceId} and id = ${id} for no key update`);

/** Slack limits a whole workspace: what else waits for it waits as long. */
const holdBack = (db: Db, { dispatch }: Claim, until: Date) =>
  db
    .update(notificationDispatches)
    .set({ nextAttemptAt: until })
    .where(
      and(
        eq(notificationDispatches.workspaceId, dispatch.workspaceId),
        eq(notificationDispatches.platform, dispatch.platform),
        eq(notificationDispatches.status, "pending"),
        eq(notificationDispatches.attemptOpen, false),
        gt(sql`${until.toISOString()}::timestamptz`, notificationDispatches.nextAttemptAt),
      ),
    );

/** Writes what came of an attempt, unless the claim was taken over in the meantime. */
export async function recordOutcome(
  { db, clock }: Services,
  claim: Claim,
  outcome: Outcome,
  random: number,
): Promise<void> {
  const { workspaceId, id, occurrenceId, fence } = claim.dispatch;
  const change = changeFor(claim, outcome, clock(), random);
  await db.transaction(async (tx) => {
    await lockOccurrence(tx, workspaceId, occurrenceId);
    const written = await tx
      .update(notificationDispatches)
      .set({ ...change, attemptOpen: false })
      .where(
        and(
          eq(notificationDispatches.workspaceId, workspaceId),
          eq(notificationDispatches.id, id),
          eq(notificationDispatches.fence, fence),
        ),
      );
    if (written.count > 0) await settleOccurrence(tx, workspaceId, occurrenceId);
    const isLimited =
      outcome.kind === "retry" && outcome.error === "RATE_LIMITED" && outcome.afterMs !== undefined;
    if (isLimited && change.nextAttemptAt) await holdBack(tx, claim, change.nextAttemptAt);
  });
}
