import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { encodeId } from "@/server/kernel/schema";
import type { Receivers } from "./soak-receivers";
import type { Asked } from "./soak-traffic";

/** The findings of an independent count of the database and the receivers. */
export interface Findings {
  lost: Record<string, number>;
  doubled: Record<string, number>;
  wronglyFailed: Record<string, number>;
  /** Received more than once under the same ID, which "at least once" allows. */
  repeated: Record<string, number>;
  counts: Record<string, number>;
}

/** Due work creates more due work (a notice creates a mail): the queues must be empty in this many polls in a row. */
const quietLooks = 3;

export const total = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, n) => sum + n, 0);

/**
 * Waits until nothing is due any more, as long as the backlog shrinks.
 * @param timeoutMs without progress
 * @returns what is still in progress at the timeout, by kind
 */
export async function drained(sql: Sql, timeoutMs: number): Promise<Record<string, number>> {
  let [least, leastAt] = [Number.POSITIVE_INFINITY, performance.now()];
  for (let quiet = 0; ; ) {
    const [row] = await sql<Record<string, number>[]>`select
      (select count(*)::int from operations where status = 'PENDING') as operations,
      (select count(*)::int from webhook_deliveries where status in ('pending', 'held')) as deliveries,
      (select count(*)::int from mails where status = 'pending') as mails,
      (select count(*)::int from leave_notices where attempt_count < 12) as notices,
      (select count(*)::int from occurrences where status = 'pending') as occurrences,
      (select count(*)::int from notifications where next_due_at <= now()) as notifications`;
    const left = Object.fromEntries(Object.entries(row ?? {}).filter(([, count]) => count > 0));
    quiet = Object.keys(left).length === 0 ? quiet + 1 : 0;
    if (total(left) < least) [least, leastAt] = [total(left), performance.now()];
    if (quiet === quietLooks || performance.now() - leastAt > timeoutMs) return left;
    await delay(1000);
  }
}

interface Written {
  id: string;
  userId: string;
  startDate: string;
  creations: number;
  audited: number;
}

/** Every leave from the first week of the traffic, with the number of its creation events and audit lines. */
const leavesFrom = (sql: Sql, start: string) => sql<Written[]>`
  with made as materialized (select id, user_id, start_date from leaves where start_date >= ${start}),
  told as materialized (
    select (data->>'leaveId')::uuid as id, count(*)::int as times from events
    where data ? 'leaveId' and data->>'previousStatus' is null group by 1),
  audited as materialized (
    select resource_id, count(*)::int as times from audit_events
    where resource_type = 'leave' group by 1)
  select m.id, m.user_id as "userId", m.start_date::text as "startDate", coalesce(t.times, 0) as creations, coalesce(a.times, 0) as audited
  from made m left join told t on t.id = m.id left join audited a on a.resource_id = m.id::text`;

/** For each person, the number of mails owed for leave written by others, and the number of mails written. */
const mailsAboutLeave = (sql: Sql) => sql<{ owed: number; written: number }[]>`
  with owed as materialized (select l.user_id, count(*)::int as times from audit_events a
    join leaves l on l.workspace_id = a.workspace_id and l.id::text = a.resource_id and l.user_id <> a.acting_user_id where a.resource_type = 'leave' group by 1),
  written as materialized (select recipient, count(*)::int as times from mails where kind like 'leave_%' group by 1),
  people as materialized (select id, email from users where status = 'ACTIVE')
  select coalesce(o.times, 0) as owed, coalesce(w.times, 0) as written
  from people u left join owed o on o.user_id = u.id left join written w on w.recipient = u.email`;

/**
 * Counts the outcome of everything acknowledged, with independent statements.
 * @param start the first day of the traffic's requests
 */
export async function audit(
  sql: Sql,
  start: string,
  asked: readonly Asked[],
  receivers: Receivers,
  notificationAddresses: readonly string[],
): Promise<Findings> {
  const lost: Record<string, number> = {};
  const doubled: Record<string, number> = {};
  const wronglyFailed: Record<string, number> = {};
  const repeated: Record<string, number> = {};
  const add = (to: Record<string, number>, what: string, by = 1): void => {
    if (by > 0) to[what] = (to[what] ?? 0) + by;
  };

  const written = new Map<string, Written[]>();
  const rows = await leavesFrom(sql, start);
  for (const row of rows) {
    const name = `${encodeId("user", row.userId)} ${row.startDate}`;
    const same = written.get(name);
    if (same) same.push(row);
    else written.set(name, [row]);
    if (row.creations < 1) add(lost, "events");
    if (row.creations > 1) add(doubled, "events");
    if (row.audited < 1) add(lost, "audit lines");
    if (row.audited > 1) add(doubled, "audit lines");
  }
  for (const { userId, startDate, status, id } of asked) {
    const found = written.get(`${userId} ${startDate}`) ?? [];
    const what = status === 202 ? "accepted operations" : "leaves";
    const isAcknowledged = status === 201 || status === 202;
    if (!isAcknowledged && found.length > 0) add(wronglyFailed, "leaves that were written");
    if (isAcknowledged && found.length === 0) add(lost, what);
    if (found.length > 1) add(doubled, what);
    const [first] = found;
    if (id && first && encodeId("leave", first.id) !== id) add(lost, "leaves under the id that was told");
  }

  const operations = await sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from operations group by 1`;
  for (const { status, count } of operations)
    if (status !== "SUCCEEDED") add(wronglyFailed, `operations that are ${status}`, count);

  const events = await sql<{ messageId: string }[]>`select message_id as "messageId" from events`;
  const unsent = await sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from webhook_deliveries where status <> 'succeeded' group by 1`;
  for (const { messageId } of events) if (!receivers.webhooks.has(messageId)) add(lost, "webhooks");
  for (const { status, count } of unsent) add(wronglyFailed, `deliveries that are ${status}`, count);
  for (const times of receivers.webhooks.values()) add(repeated, "webhooks", times - 1);

  for (const address of notificationAddresses) {
    const times = receivers.mails.get(address) ?? 0;
    if (times === 0) add(lost, "notifications");
    add(repeated, "notifications", times - 1);
  }
  const mails = await sql<{ recipient: string; status: string; count: number }[]>`
    select recipient, status::text, count(*)::int as count from mails where occurrence_id is null group by 1, 2`;
  for (const { recipient, status, count } of mails) {
    if (status !== "sent") add(wronglyFailed, `mails that are ${status}`, count);
    const times = receivers.mails.get(recipient) ?? 0;
    if (status === "sent") add(times < count ? lost : repeated, "mails", Math.abs(times - count));
  }
  for (const { owed, written: made } of await mailsAboutLeave(sql))
    add(made < owed ? lost : doubled, "mails about leave", Math.abs(made - owed));
  return {
    ...{ lost, doubled, wronglyFailed, repeated },
    counts: {
      leaves: rows.length,
      operations: operations.reduce((sum, { count }) => sum + count, 0),
      events: events.length,
      webhooks: receivers.webhooks.size,
      notifications: notificationAddresses.length,
      mails: mails.reduce((sum, { count }) => sum + count, 0),
    },
  };
}
