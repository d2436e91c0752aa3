import { sql } from "drizzle-orm";
import { mails } from "@/drizzle/schema/mails";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import type { Services } from "@/server/kernel/services";
import { hour, minute, plus, second } from "@/server/kernel/time/clock";
import {
  lockOccurrences,
  settleOccurrences,
} from "@/server/modules/integrations/schedules/settle-occurrences";
import type { Ended } from "@/server/worker/kind";
import { retryDelay } from "@/server/worker/retry";
import type { ClaimedMail } from "./claim";
import { type MailOutcome, maximumUnknown } from "./send";

/**
 * Delay in milliseconds after each attempt: a day in all, for a mail server that is unavailable overnight. A bulk mail is given up after the
 * sixth, when it expires.
 */
const retryDelaysMs = [
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  40 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
];

type EndedMail = Ended<ClaimedMail, MailOutcome>;

/** The later of the table's next attempt and the one that the receiver asked for. */
const delayOf = (delayMs: number | null, outcome: MailOutcome): number | null =>
  delayMs === null || outcome.kind !== "retry" ? delayMs : Math.max(delayMs, outcome.afterMs ?? 0);

/** The change of the mail after an outcome. */
function changeFor({ item, outcome }: EndedMail, now: Date, random: number) {
  const ended = { nextAttemptAt: null, endedAt: now };
  if (outcome.kind === "sent")
    return { status: "sent", ...ended, error: null, detail: null, unknownCount: item.unknownCount };
  const isUnknown = outcome.kind === "unknown";
  const unknownCount = item.unknownCount + (isUnknown ? 1 : 0);
  const error = isUnknown ? "UNKNOWN_OUTCOME" : outcome.error;
  const reported = { error, detail: outcome.detail.slice(0, 300), unknownCount };
  const delayMs = delayOf(retryDelay(retryDelaysMs, item.attemptCount, random), outcome);
  const nextAttemptAt = delayMs === null ? null : plus(now, delayMs);
  const isOver = outcome.kind === "failed" || unknownCount > maximumUnknown;
  if (isOver || nextAttemptAt === null || isTooLate(item, nextAttemptAt))
    return { status: "failed", ...ended, ...reported };
  return { status: "pending", nextAttemptAt, endedAt: null, ...reported };
}

/** Whether the mail expires before that time. */
const isTooLate = ({ expiresAt }: ClaimedMail, at: Date): boolean => expiresAt !== null && expiresAt <= at;

const { placeholder } = sql;

const write = statement(sql`
  update ${mails} m
  set status = e.status, attempt_open = false,
    next_attempt_at = case when m.occurrence_id is null and m.subscription_id is null then e.next_attempt_at end,
    bulk_attempt_at = case when m.occurrence_id is not null then e.next_attempt_at end,
    push_attempt_at = case when m.subscription_id is not null then e.next_attempt_at end,
    ended_at = e.ended_at, content = case when e.status = 'sent' then null else m.content end,
    error = e.error, error_detail = e.detail, unknown_count = e.unknown_count
  from unnest(
    ${placeholder("workspaceIds")}::uuid[], ${placeholder("ids")}::uuid[], ${placeholder("statuses")}::mail_status[],
    ${placeholder("nextAttempts")}::timestamptz[], ${placeholder("ends")}::timestamptz[], ${placeholder("errors")}::text[],
    ${placeholder("details")}::text[], ${placeholder("unknownCounts")}::int[]
  ) as e(workspace_id, id, status, next_attempt_at, ended_at, error, detail, unknown_count)
  where ${inBatch(sql`m.workspace_id`)} and m.workspace_id = e.workspace_id and m.id = e.id and m.status = 'pending'`);

const occurrenceOf = ({ item: { workspaceId, occurrenceId } }: EndedMail) =>
  occurrenceId === null ? [] : [{ workspaceId, occurrenceId }];

/**
 * Records the outcomes of mails, and of the occurrences whose mails they are. The content of a sent mail is erased, because it may contain a
 * sign-in link.
 * @param random from 0 to 1: the jitter of a retry
 */
export async function settleMails(
  tx: Db,
  ended: readonly EndedMail[],
  { clock }: Pick<Services, "clock">,
  random: () => number,
): Promise<void> {
  const now = clock();
  const changes = ended.map((one) => changeFor(one, now, random()));
  const settled = ended.flatMap(occurrenceOf);
  if (settled.length > 0) await lockOccurrences(tx, settled);
  await write(tx, {
    workspaces: arrayOf(workspacesOf(ended.map(({ item }) => item))),
    workspaceIds: arrayOf(ended.map(({ item }) => item.workspaceId)),
    ids: arrayOf(ended.map(({ item }) => item.id)),
    statuses: arrayOf(changes.map(({ status }) => status)),
    nextAttempts: arrayOf(changes.map(({ nextAttemptAt }) => nextAttemptAt?.toISOString() ?? null)),
    ends: arrayOf(changes.map(({ endedAt }) => endedAt?.toISOString() ?? null)),
    errors: arrayOf(changes.map(({ error }) => error)),
    details: arrayOf(changes.map(({ detail }) => detail)),
    unknownCounts: arrayOf(changes.map(({ unknownCount }) => unknownCount)),
  });
  if (settled.length > 0) await settleOccurrences(tx, settled);
}
