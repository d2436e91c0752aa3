import { and, eq, gt, sql } from "drizzle-orm";
import {
  notificationDispatches,
  notificationOccurrences,
  notifications,
} from "@/drizzle/schema/notifications";
import type { NotificationPlatform } from "@/drizzle/schema/values";
import { hour, minute, plus, second } from "@/server/kernel/clock";
import { arrayOf, type Db, preparedBy, statement } from "@/server/kernel/db";
import { dueRows } from "@/server/kernel/due-rows";
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

const { placeholder } = sql;

const take = statement<{ workspace_id: string; id: string }>(sql`
  ${dueRows(sql`select workspace_id, id from ${notificationDispatches}
    where status = 'pending' and platform = ${placeholder("platform")}::notification_platform
      and next_attempt_at <= ${placeholder("now")}::timestamptz
    order by next_attempt_at, id limit ${placeholder("limit")}::int`)}
  update ${notificationDispatches} d
  set fence = d.fence + 1, attempt_count = d.attempt_count + 1, attempted_at = ${placeholder("now")}::timestamptz,
    next_attempt_at = ${placeholder("leaseUntil")}::timestamptz,
    unknown_count = d.unknown_count + d.attempt_open::int, attempt_open = true
  from due where d.workspace_id = due.workspace_id and d.id = due.id
  returning d.workspace_id, d.id`);

const takenOnes = preparedBy((db) =>
  db
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
        ${placeholder("workspaceIds")}::uuid[], ${placeholder("ids")}::uuid[]))`,
    )
    .prepare("notifications_to_send"),
);

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
  const leaseUntil = plus(now, leaseMs).toISOString();
  const taken = await take(db, { now: now.toISOString(), leaseUntil, platform, limit });
  if (taken.length === 0) return [];
  const rows = await takenOnes(db).execute({
    workspaceIds: arrayOf(taken.map((row) => row.workspace_id)),
    ids: arrayOf(taken.map(({ id }) => id)),
  });
  return rows.map(({ content, ...rest }) => ({ ...rest, message: content as Message }));
}

/** Whether it may not be sent again, because two attempts already ended without a word. */
export const isSpent = ({ dispatch }: Claim): boolean => dispatch.unknownCount > maximumUnknown;

const jittered = (ms: number, random: number): number => Math.round(ms * (0.8 + 0.4 * random));

/** An attempt that is over. */
export interface Ended {
  claim: Claim;
  outcome: Outcome;
  /** From 0 to 1: spreads what is tried again. */
  random: number;
}

/** What an outcome makes of the row. */
function changeFor({ claim: { dispatch }, outcome, random }: Ended, now: Date) {
  const { providerId, sentAt } = dispatch;
  if (outcome.kind === "sent")
    return {
      ...{ status: "sent" as const, sentAt: now, nextAttemptAt: null, unknownCount: dispatch.unknownCount },
      ...{ providerId: outcome.providerId, error: null, errorDetail: null },
    };
  const unknownCount = dispatch.unknownCount + (outcome.kind === "unknown" ? 1 : 0);
  const error = outcome.kind === "unknown" ? ("UNKNOWN_OUTCOME" as const) : outcome.error;
  const told = { error, errorDetail: outcome.detail.slice(0, 300), unknownCount, providerId, sentAt };
  const delay = retryDelaysMs[dispatch.attemptCount - 1];
  if (outcome.kind === "failed" || delay === undefined || unknownCount > maximumUnknown)
    return { status: "failed" as const, nextAttemptAt: null, ...told };
  const asked = outcome.kind === "retry" ? (outcome.afterMs ?? 0) : 0;
  return {
    status: "pending" as const,
    nextAttemptAt: plus(now, Math.max(asked, jittered(delay, random))),
    ...told,
  };
}

/** An occurrence by its key. */
export interface OccurrenceKey {
  workspaceId: string;
  occurrenceId: string;
}

const keys = sql`unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("occurrenceIds")}::uuid[])
  as k(workspace_id, occurrence_id)`;
const keysOf = (rows: readonly OccurrenceKey[]) => ({
  workspaceIds: arrayOf(rows.map(({ workspaceId }) => workspaceId)),
  occurrenceIds: arrayOf(rows.map(({ occurrenceId }) => occurrenceId)),
});

const settle = statement(sql`
  update ${notificationOccurrences} o
  set sent_at = coalesce(o.sent_at, s.first_sent),
    status = (case when s.pending > 0 then 'sending' when s.failed = 0 then 'sent'
      when s.sent = 0 then 'failed' else 'partly_sent' end)::occurrence_status
  from (select distinct * from ${keys}) k
  cross join lateral (
    select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'sent') as sent, min(sent_at) as first_sent
    from ${notificationDispatches} d where d.workspace_id = k.workspace_id and d.occurrence_id = k.occurrence_id) s
  where o.workspace_id = k.workspace_id and o.id = k.occurrence_id`);

/** An occurrence's state follows from its destinations'; its row must be locked, so that the last one is seen to be the last. */
export const settleOccurrences = (db: Db, rows: readonly OccurrenceKey[]): Promise<unknown> =>
  settle(db, keysOf(rows));

const lock = statement(sql`
  select 1 from ${notificationOccurrences} o
  where (o.workspace_id, o.id) in (select * from ${keys})
  order by o.workspace_id, o.id for no key update`);

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

type Change = ReturnType<typeof changeFor>;

const write = statement<OccurrenceKey>(sql`
  update ${notificationDispatches} d
  set status = m.status::dispatch_status, next_attempt_at = m.next_attempt_at::timestamptz, sent_at = m.sent_at::timestamptz,
    provider_id = m.provider_id, error = m.error, error_detail = m.error_detail, unknown_count = m.unknown_count,
    attempt_open = false
  from unnest(
    ${placeholder("workspaceIds")}::uuid[], ${placeholder("ids")}::uuid[], ${placeholder("fences")}::int[],
    ${placeholder("statuses")}::text[], ${placeholder("nextAttempts")}::text[], ${placeholder("sentAts")}::text[],
    ${placeholder("providerIds")}::text[], ${placeholder("errors")}::text[], ${placeholder("details")}::text[],
    ${placeholder("unknownCounts")}::int[]
  ) as m(workspace_id, id, fence, status, next_attempt_at, sent_at, provider_id, error, error_detail, unknown_count)
  where d.workspace_id = m.workspace_id and d.id = m.id and d.fence = m.fence
  returning d.workspace_id as "workspaceId", d.occurrence_id as "occurrenceId"`);

/** Writes the changes of claims that were not taken over in the meantime. @returns whose occurrences they belong to */
const writeChanges = (db: Db, rows: readonly { claim: Claim; change: Change }[]) =>
  write(db, {
    workspaceIds: arrayOf(rows.map(({ claim }) => claim.dispatch.workspaceId)),
    ids: arrayOf(rows.map(({ claim }) => claim.dispatch.id)),
    fences: arrayOf(rows.map(({ claim }) => claim.dispatch.fence)),
    statuses: arrayOf(rows.map(({ change }) => change.status)),
    nextAttempts: arrayOf(rows.map(({ change }) => change.nextAttemptAt?.toISOString() ?? null)),
    sentAts: arrayOf(rows.map(({ change }) => change.sentAt?.toISOString() ?? null)),
    providerIds: arrayOf(rows.map(({ change }) => change.providerId)),
    errors: arrayOf(rows.map(({ change }) => change.error)),
    details: arrayOf(rows.map(({ change }) => change.errorDetail)),
    unknownCounts: arrayOf(rows.map(({ change }) => change.unknownCount)),
  });

/** Writes what came of attempts, all or none, unless a claim was taken over in the meantime. */
export async function recordOutcomes({ db, clock }: Services, ended: readonly Ended[]): Promise<void> {
  const now = clock();
  const rows = ended.map((one) => ({ ...one, change: changeFor(one, now) }));
  await db.transaction(async (tx) => {
    // In one order, so that two processes never wait for each other.
    await lock(tx, keysOf(rows.map(({ claim }) => claim.dispatch)));
    const written = await writeChanges(tx, rows);
    if (written.length > 0) await settleOccurrences(tx, written);
    for (const { claim, outcome, change } of rows) {
      const isLimited =
        outcome.kind === "retry" && outcome.error === "RATE_LIMITED" && outcome.afterMs !== undefined;
      if (isLimited && change.nextAttemptAt) await holdBack(tx, claim, change.nextAttemptAt);
    }
  });
}
