import { and, eq, gt, sql } from "drizzle-orm";
import { dispatches } from "@/drizzle/schema/schedules";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import { unnested } from "@/server/kernel/database/sql-parts";
import { hour, minute, plus, second } from "@/server/kernel/time/clock";
import {
  lockOccurrences,
  type OccurrenceKey,
  settleOccurrences,
} from "@/server/modules/integrations/schedules/settle-occurrences";
import type { Outcome } from "@/server/modules/messaging/providers/outcome";
import { retryDelay } from "@/server/worker/retry";
import type { PendingMessage } from "./claim-messages";

/** Delay in milliseconds after each attempt, with jitter of a fifth: about two hours in all; a later message would be stale. */
const retryDelaysMs = [15 * second, minute, 5 * minute, 15 * minute, 40 * minute, hour];
/** Maximum repeats of an attempt with unknown outcome: so there is at most one duplicate. */
const maximumUnknown = 1;

/** Whether it may not be sent again, because two attempts already ended with unknown outcome. */
export const isSpent = ({ unknownCount }: PendingMessage): boolean => unknownCount > maximumUnknown;

/** A finished attempt. */
export interface Attempt {
  item: PendingMessage;
  outcome: Outcome;
  /** From 0 to 1: the jitter of the retry. */
  random: number;
}

/** The change of the row after an outcome. */
function changeFor({ item, outcome, random }: Attempt, now: Date) {
  const none = { nextAttemptAt: null, sentAt: null, providerId: null, error: null, errorDetail: null };
  if (outcome.kind === "sent")
    return {
      ...{ ...none, status: "sent", sentAt: now, providerId: outcome.providerId },
      unknownCount: item.unknownCount,
    };
  const unknownCount = item.unknownCount + (outcome.kind === "unknown" ? 1 : 0);
  const error = outcome.kind === "unknown" ? "UNKNOWN_OUTCOME" : outcome.error;
  const reported = { ...none, error, errorDetail: outcome.detail.slice(0, 300), unknownCount };
  const delay = retryDelay(retryDelaysMs, item.attemptCount, random);
  if (outcome.kind === "failed" || delay === null || unknownCount > maximumUnknown)
    return { ...reported, status: "failed" };
  const asked = outcome.kind === "retry" ? (outcome.afterMs ?? 0) : 0;
  const nextAttemptAt = plus(now, Math.max(asked, delay));
  return { ...reported, status: "pending", nextAttemptAt };
}
type Change = ReturnType<typeof changeFor>;

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
  where ${inBatch(sql`d.workspace_id`)} and d.workspace_id = m.workspace_id and d.id = m.id and d.status = 'pending' and d.attempt_count = m.attempt_count
  returning d.workspace_id as "workspaceId", d.occurrence_id as "occurrenceId"`);

/** @returns the occurrences of the changed rows */
const writeChanges = (tx: Db, rows: readonly { item: PendingMessage; change: Change }[]) =>
  write(tx, {
    workspaces: arrayOf(workspacesOf(rows.map(({ item }) => item))),
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

/** Slack's rate limit applies to a whole workspace: its other pending messages are delayed as well. */
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

/** Records the outcomes of attempts, in the open transaction. */
export async function recordOutcomes(tx: Db, attempts: readonly Attempt[], now: Date): Promise<void> {
  const rows = attempts.map((attempt) => ({ ...attempt, change: changeFor(attempt, now) }));
  await lockOccurrences(
    tx,
    rows.map(({ item }) => item),
  );
  const written = await writeChanges(tx, rows);
  if (written.length > 0) await settleOccurrences(tx, written);
  for (const { item, outcome, change } of rows) {
    const isLimited =
      outcome.kind === "retry" && outcome.error === "RATE_LIMITED" && outcome.afterMs !== undefined;
    if (isLimited && change.nextAttemptAt) await holdBack(tx, item, change.nextAttemptAt);
  }
}
