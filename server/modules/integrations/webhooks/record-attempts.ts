import { eq, sql } from "drizzle-orm";
import {
  type DeliveryError,
  type DeliveryStatus,
  testEvent,
  type WebhookPausedReason,
} from "@/drizzle/schema/values";
import { webhooks } from "@/drizzle/schema/webhooks";
import { workspaceOf } from "@/server/access/reach";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import { unnested } from "@/server/kernel/database/sql-parts";
import { groupBy } from "@/server/kernel/group-by";
import { plus } from "@/server/kernel/time/clock";
import type { ClaimedDelivery } from "./claim";
import { endWebhooks } from "./end-hooks";
import { type Failing, isHopeless, parseRetryAfter, retryDelayMs } from "./policy";
import type { Outcome } from "./sender";

/** One attempt that was made. */
export interface Attempt {
  item: ClaimedDelivery;
  outcome: Outcome;
  startedAt: Date;
  requestHeaders: Record<string, string>;
  random: number;
}

/** The next state of a delivery, after an attempt or without one. */
interface NextState {
  status: DeliveryStatus;
  nextAttemptAt: Date | null;
  error: DeliveryError | null;
}

function nextStateOf({ item, outcome, random }: Attempt, now: Date): NextState {
  if (outcome.ok) return { status: "succeeded", nextAttemptAt: null, error: null };
  // A test is not retried when the webhook is not active, or the endpoint is gone (410).
  const isLoneTest =
    item.eventType === testEvent && (item.webhook.status !== "active" || outcome.httpStatus === 410);
  if (isLoneTest) return { status: "failed", nextAttemptAt: null, error: outcome.error };
  const delayMs = retryDelayMs({
    attempts: item.attemptCount + 1,
    httpStatus: outcome.httpStatus,
    error: outcome.error,
    retryAfterMs: parseRetryAfter(outcome.retryAfter, now),
    random,
  });
  if (delayMs === null) return { status: "failed", nextAttemptAt: null, error: outcome.error };
  return { status: "pending", nextAttemptAt: plus(now, delayMs), error: outcome.error };
}

/** The columns written for an attempt, with their PostgreSQL types. */
const columns = {
  workspace_id: "uuid",
  id: "uuid",
  webhook_id: "uuid",
  attempt_count: "int",
  status: "delivery_status",
  next_attempt_at: "timestamptz",
  completed_at: "timestamptz",
  started_ms: "float8",
  duration_ms: "int",
  http_status: "int",
  error: "text",
  url: "text",
  message: "text",
  request_headers: "json",
  response_headers: "json",
  response_body: "text",
} as const;
type Column = keyof typeof columns;
type Lists = Record<Column, (string | number | null)[]>;
const names = Object.keys(columns) as Column[];

/** The attempts by column, as PostgreSQL reads them. One pass over the values, since there are many. */
function listsOf(attempts: readonly Attempt[], now: Date): Lists {
  const lists = Object.fromEntries(names.map((name): [Column, Lists[Column]] => [name, []])) as Lists;
  const at = now.toISOString();
  for (const attempt of attempts) {
    const { item, outcome } = attempt;
    const { status, nextAttemptAt, error } = nextStateOf(attempt, now);
    lists.workspace_id.push(item.workspaceId);
    lists.id.push(item.id);
    lists.webhook_id.push(item.lane);
    lists.attempt_count.push(item.attemptCount);
    lists.status.push(status);
    lists.next_attempt_at.push(nextAttemptAt?.toISOString() ?? null);
    lists.completed_at.push(nextAttemptAt ? null : at);
    lists.started_ms.push(attempt.startedAt.getTime());
    lists.duration_ms.push(outcome.durationMs);
    lists.http_status.push(outcome.httpStatus);
    lists.error.push(error);
    lists.url.push(item.webhook.url);
    lists.message.push(outcome.message);
    lists.request_headers.push(JSON.stringify(attempt.requestHeaders));
    lists.response_headers.push(outcome.responseHeaders && JSON.stringify(outcome.responseHeaders));
    lists.response_body.push(outcome.responseBody?.toString("base64") ?? null);
  }
  return lists;
}

/**
 * Writes the deliveries' next state, the log, and the recovery of webhooks: only for deliveries that no other worker has recorded
 * meanwhile.
 */
const write = statement(sql`
  with r as materialized (
    select * from ${unnested("r", columns)}
  ),
  done as (
    update webhook_deliveries d set status = r.status, next_attempt_at = r.next_attempt_at,
      completed_at = r.completed_at, attempt_count = d.attempt_count + 1, attempted_at = to_timestamp(r.started_ms / 1000),
      http_status = r.http_status, duration_ms = r.duration_ms, error = r.error
    from r where ${inBatch(sql`d.workspace_id`)} and d.workspace_id = r.workspace_id and d.id = r.id and d.attempt_count = r.attempt_count
      -- Given up by a resume while it was on its way: that it arrived is what counts.
      and (d.status = 'pending' or d.status = 'cancelled' and d.error = 'NOT_REPLAYED' and r.status = 'succeeded')
    returning d.workspace_id, d.id, d.attempt_count
  ),
  well as (
    update webhooks w set failing_since = null, failed_attempt_count = 0, failed_event_first_at = null,
      failed_event_last_at = null, told_stage = 0
    from (select distinct workspace_id, webhook_id from r where status = 'succeeded') s
    where ${inBatch(sql`w.workspace_id`)} and w.workspace_id = s.workspace_id and w.id = s.webhook_id and w.status = 'active' and w.failing_since is not null
  )
  insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, url, request_headers,
    http_status, error, message, response_headers, response_body)
  select r.workspace_id, r.id, done.attempt_count, to_timestamp(r.started_ms / 1000), r.duration_ms, r.url, r.request_headers,
    r.http_status, r.error, r.message, r.response_headers, decode(r.response_body, 'base64')
  from r join done on done.workspace_id = r.workspace_id and done.id = r.id`);

/** Records the outcomes of attempts, in the open transaction: the deliveries' next state, the log, and their webhooks' health. */
export async function recordAttempts(tx: Db, attempts: readonly Attempt[], now: Date): Promise<void> {
  const lists = Object.entries(listsOf(attempts, now));
  const workspaces = arrayOf(workspacesOf(attempts.map(({ item }) => item)));
  await write(tx, { workspaces, ...Object.fromEntries(lists.map(([name, list]) => [name, arrayOf(list)])) });
  for (const ofOne of groupBy(attempts, ({ item }) => item.lane).values())
    for (const failures of failuresThatCount(ofOne)) await noteFailures(tx, failures, now);
}

/** Failures beside a success do not count, except a 410: the owner has removed the endpoint. @returns no group or one */
function failuresThatCount(group: readonly Attempt[]): Attempt[][] {
  const failed = group.filter(({ outcome }) => !outcome.ok);
  return failed.length === group.length || failed.some(isGone) ? [failed] : [];
}

const isGone = ({ outcome }: Attempt): boolean => outcome.httpStatus === 410;

interface FailingWire {
  since: string;
  count: number;
  first: string;
  last: string;
}

const { placeholder } = sql;

const addFailures = statement<FailingWire>(sql`
  update webhooks set failing_since = coalesce(failing_since, ${placeholder("since")}::timestamptz),
    failed_attempt_count = failed_attempt_count + ${placeholder("count")}::int,
    failed_event_first_at = least(failed_event_first_at, ${placeholder("first")}::timestamptz),
    failed_event_last_at = greatest(failed_event_last_at, ${placeholder("last")}::timestamptz)
  where workspace_id = ${placeholder("workspaceId")}::uuid and id = ${placeholder("id")}::uuid and status <> 'revoked'
  returning failing_since as since, failed_attempt_count as count, failed_event_first_at as first, failed_event_last_at as last`);

const pause = statement(sql`
  update webhooks set status = 'paused', paused_reason = ${placeholder("reason")}::webhook_paused_reason,
    paused_at = ${placeholder("at")}::timestamptz, updated_at = ${placeholder("at")}::timestamptz
  where workspace_id = ${placeholder("workspaceId")}::uuid and id = ${placeholder("id")}::uuid and status = 'active'`);

async function noteFailures(tx: Db, group: readonly Attempt[], now: Date): Promise<void> {
  const webhook = group[0]?.item.webhook;
  if (!webhook) return;
  const started = group.map(({ startedAt }) => startedAt.toISOString()).sort();
  const occurred = group.map(({ item }) => new Date(item.occurredAt).toISOString()).sort();
  const { workspaceId, id } = webhook;
  // An app ends a hook by answering 410, and never comes back to resume it (decision 13.8).
  if (webhook.grantId !== null && group.some(isGone)) {
    await endWebhooks(tx, workspaceOf(webhook), eq(webhooks.id, id), { now, reason: "endpoint_gone" });
    return;
  }
  const [row] = await addFailures(tx, {
    ...{ workspaceId, id, since: started[0], count: group.length },
    ...{ first: occurred[0], last: occurred.at(-1) },
  });
  if (!row) return;
  const reason = pauseReasonOf(group, failingOf(row), now);
  if (!reason) return;
  await pause(tx, { workspaceId, id, reason, at: now.toISOString() });
}

const failingOf = ({ since, count, first, last }: FailingWire): Failing => ({
  failingSince: new Date(since),
  failedAttemptCount: count,
  failedEventFirstAt: new Date(first),
  failedEventLastAt: new Date(last),
});

function pauseReasonOf(group: readonly Attempt[], failing: Failing, now: Date): WebhookPausedReason | null {
  if (group.some(isGone)) return "endpoint_gone";
  return isHopeless(failing, now) ? "delivery_failures" : null;
}
