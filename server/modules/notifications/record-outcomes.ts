import { and, eq, gt, sql } from "drizzle-orm";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/array-of";
import { hour, minute, plus, second } from "@/server/kernel/clock";
import { type Db, statement } from "@/server/kernel/db";
import { unnested } from "@/server/kernel/sql-parts";
import type { Outcome } from "@/server/modules/integrations/outcome";
import { type OccurrenceKey, settleOccurrences } from "@/server/modules/schedules/settle-occurrences";
import { retryDelay } from "@/server/worker/retry";
import type { PendingMessage } from "./claim-messages";

/** Milliseconds after each attempt, with jitter of a fifth: some two hours in all; later nobody wants to know. */
const retryDelaysMs = [15 * second, minute, 5 * minute, 15 * minute, 40 * minute, hour];
/** An attempt of which nobody knows what came of it is repeated once: so there is at most one duplicate. */
const maximumUnknown = 1;

/** Whether it may not be sent again, because two attempts already ended without a word. */
export const isSpent = ({ unknownCount }: PendingMessage): boolean => unknownCount > maximumUnknown;

/** An attempt that is over. */
export interface Attempt {
  item: PendingMessage;
  outcome: Outcome;
  /** From 0 to 1: spreads what is tried again. */
  random: number;
}

/** What an outcome makes of the row. */
function changeFor({ item, outcome, random }: Attempt, now: Date) {
  const none = { nextAttemptAt: null, sentAt: null, providerId: null, error: null, errorDetail: null };
  if (outcome.kind === "sent")
    return {
      ...{ ...none, status: "sent", sentAt: now, providerId: outcome.providerId },
      unknownCount: item.unknownCount,
    };
  const unknownCount = item.unknownCount + (outcome.kind === "unknown" ? 1 : 0);
  const error = outcome.kind === "unknown" ? "UNKNOWN_OUTCOME" : outcome.error;
  const told = { ...none, error, errorDetail: outcome.detail.slice(0, 300), unknownCount };
  const delay = retryDelay(retryDelaysMs, item.attemptCount, random);
  if (outcome.kind === "failed" || delay === null || unknownCount > maximumUnknown)
    return { ...told, status: "failed" };
  const asked = outcome.kind === "retry" ? (outcome.afterMs ?? 0) : 0;
  const nextAttemptAt = plus(now, Math.max(asked, delay));
  return { ...told, status: "pending", nextAttemptAt };
}
type Change = ReturnType<typeof changeFor>;

const lock = statement(sql`
  select 1 from ${occurrences} o
  where (o.workspace_id, o.id) in (select * from ${unnested("k", { workspace_id: "uuid", occurrence_id: "uuid" })})
  order by o.workspace_id, o.id for no key update`);

const write = statement<OccurrenceKey>(sql`
  update ${dispatches} d
  set status = m.status, next_attempt_at = m.next_attempt_at, sent_at = coalesce(m.sent_at, d.sent_at),
    provider_id = coalesce(m.provider_id, d.provider_id), error = m.error, error_detail = m.error_detail,
    unknown_count = m.unknown_count, attempt_open = false
  from ${unnested("m", {
    workspace_id: "uuid",
    id: "uuid",
    attempt_count: "int",
    status: "dispatch_status",
    next_attempt_at: "timestamptz",
    sent_at: "timestamptz",
    provider_id: "text",
    error: "text",
    error_detail: "text",
    unknown_count: "int",
  })}
  where d.workspace_id = m.workspace_id and d.id = m.id and d.status = 'pending' and d.attempt_count = m.attempt_count
  returning d.workspace_id as "workspaceId", d.occurrence_id as "occurrenceId"`);

/** @returns whose occurrences were changed */
const writeChanges = (tx: Db, rows: readonly { item: PendingMessage; change: Change }[]) =>
  write(tx, {
    workspace_id: arrayOf(rows.map(({ item }) => item.workspaceId)),
    id: arrayOf(rows.map(({ item }) => item.id)),
    attempt_count: arrayOf(rows.map(({ item }) => item.attemptCount)),
    status: arrayOf(rows.map(({ change }) => change.status)),
    next_attempt_at: arrayOf(rows.map(({ change }) => change.nextAttemptAt?.toISOString() ?? null)),
    sent_at: arrayOf(rows.map(({ change }) => change.sentAt?.toISOString() ?? null)),
    provider_id: arrayOf(rows.map(({ change }) => change.providerId)),
    error: arrayOf(rows.map(({ change }) => change.error)),
    error_detail: arrayOf(rows.map(({ change }) => change.errorDetail)),
    unknown_count: arrayOf(rows.map(({ change }) => change.unknownCount)),
  });

/** Slack limits a whole workspace: what else waits for it waits as long. */
const holdBack = (tx: Db, { workspaceId, platform }: PendingMessage, until: Date) =>
  scoped(workspaceOf({ workspaceId }), dispatches)
    .update(tx)
    .set({ nextAttemptAt: until })
    .where(
      and(
        eq(dispatches.platform, platform),
        eq(dispatches.status, "pending"),
        eq(dispatches.attemptOpen, false),
        gt(sql`${until.toISOString()}::timestamptz`, dispatches.nextAttemptAt),
      ),
    );

/** Writes what came of attempts, in the open transaction. */
export async function recordOutcomes(tx: Db, attempts: readonly Attempt[], now: Date): Promise<void> {
  const rows = attempts.map((attempt) => ({ ...attempt, change: changeFor(attempt, now) }));
  // In one order: those who send the same occurrence on other platforms must not wait for each other.
  await lock(tx, {
    workspace_id: arrayOf(rows.map(({ item }) => item.workspaceId)),
    occurrence_id: arrayOf(rows.map(({ item }) => item.occurrenceId)),
  });
  const written = await writeChanges(tx, rows);
  if (written.length > 0) await settleOccurrences(tx, written);
  for (const { item, outcome, change } of rows) {
    const isLimited =
      outcome.kind === "retry" && outcome.error === "RATE_LIMITED" && outcome.afterMs !== undefined;
    if (isLimited && change.nextAttemptAt) await holdBack(tx, item, change.nextAttemptAt);
  }
}
