import { type SQL, sql } from "drizzle-orm";
import type { WebhookStatus } from "@/drizzle/schema/values";
import { arrayOf, type Db, statement } from "@/server/kernel/db";
import { type Due, leaseOfAnother } from "./find-due";

/** A webhook as it stood when its deliveries were taken. */
export interface TakenWebhook {
  workspaceId: string;
  id: string;
  ownerId: string;
  url: string;
  status: WebhookStatus;
  isFailing: boolean;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
}

export interface ClaimedDelivery
  extends Pick<
    Due,
    "workspaceId" | "id" | "fence" | "messageId" | "eventType" | "occurredAt" | "attemptCount"
  > {
  leasedBy: string;
}

/** A delivery that this worker may send until its lease ends. */
export interface Claimed {
  delivery: ClaimedDelivery;
  webhook: TakenWebhook;
  body: string;
  claimedAt: Date;
  leasedUntil: Date;
}

export interface TakeOptions {
  workerId: string;
  now: Date;
  leasedUntil: Date;
}

const holdWebhooks = statement<
  Omit<TakenWebhook, "previousSecretUntil"> & { previousSecretUntil: string | null }
>(sql`
  select w.workspace_id as "workspaceId", w.id, w.owner_id as "ownerId", w.url, w.status, w.failing_since is not null as "isFailing",
    w.secret, w.previous_secret as "previousSecret", w.previous_secret_until as "previousSecretUntil",
    -- A claim that a crash of the database forgets is only made again. A body must be on the disk before it is sent.
    case when ${sql.placeholder("isForgettable")} then set_config('synchronous_commit', 'off', true) end,
    -- Every row of what follows is sought by its id: many of them must not be a reason to read the whole table.
    set_config('enable_seqscan', 'off', true)
  from webhooks w
  where (w.workspace_id, w.id) in (
      select * from unnest(${sql.placeholder("workspaceIds")}::uuid[], ${sql.placeholder("ids")}::uuid[]))
    and w.status <> 'revoked' and w.paused_reason is distinct from 'owner_inactive'
  for no key update skip locked`);

const at = sql`${sql.placeholder("at")}::timestamptz`;
const workerId = sql`${sql.placeholder("workerId")}::uuid`;
const until = sql`${sql.placeholder("until")}::timestamptz`;

/**
 * A condition on a row that is sought by its id, told so that it says nothing to the planner. In a quiet hour nothing is pending, and a
 * plan of that hour would look for every row among all that are: there are none, it believes.
 */
export const provided = (condition: SQL): SQL => sql`case when ${condition} then true else false end`;

/** Only what nobody has touched since it was read, and only of webhooks that no other worker sends to. */
const lease = statement<{ id: string }>(sql`
  with r as materialized (
    select * from unnest(${sql.placeholder("rowWorkspaceIds")}::uuid[], ${sql.placeholder("rowIds")}::uuid[],
      ${sql.placeholder("fences")}::int[]) r(workspace_id, id, fence)
  ),
  others as materialized (
    select w.id from unnest(${sql.placeholder("workspaceIds")}::uuid[], ${sql.placeholder("ids")}::uuid[]) w(workspace_id, id)
    cross join lateral (${leaseOfAnother(sql`w.workspace_id`, sql`w.id`, at, workerId)}) o
  )
  update webhook_deliveries d set fence = d.fence + 1, leased_by = ${workerId}, leased_until = ${until}, next_attempt_at = ${until}
  from r
  where d.workspace_id = r.workspace_id and d.id = r.id
    and ${provided(sql`d.fence = r.fence and d.status = 'pending' and d.next_attempt_at <= ${at} and d.webhook_id <> all(array(select id from others))`)}
  returning d.id`);

const store = statement(sql`
  insert into webhook_bodies (workspace_id, delivery_id, body)
  select * from unnest(${sql.placeholder("workspaceIds")}::uuid[], ${sql.placeholder("ids")}::uuid[], ${sql.placeholder("bodies")}::text[])`);

/**
 * Takes deliveries for this worker, with their bodies: stored before they are sent, so that every attempt sends the same bytes. A
 * webhook is taken by one worker at a time, so its cap holds over all processes: its row is locked first, and only then are others'
 * leases looked for, in a statement of its own that sees what others have committed.
 * @param wanted what has no body is taken, but not to be sent: so it is put off until the lease ends
 * @returns what is to be sent; `skippedCount` webhooks' rows were held by somebody else just then
 */
export async function take(
  db: Db,
  wanted: readonly { due: Due; body: string | null }[],
  options: TakeOptions,
): Promise<{ claimed: Claimed[]; takenCount: number; skippedCount: number }> {
  if (wanted.length === 0) return { claimed: [], takenCount: 0, skippedCount: 0 };
  return db.transaction(async (tx) => {
    const asked = new Map(wanted.map(({ due }) => [due.webhookId, due.workspaceId]));
    const held = await holdWebhooks(tx, {
      workspaceIds: [...asked.values()],
      ids: [...asked.keys()],
      isForgettable: wanted.every(({ due }) => due.body !== null),
    });
    const webhooks = new Map(
      held.map((row) => [row.id, { ...row, previousSecretUntil: instant(row.previousSecretUntil) }]),
    );
    const open = wanted.filter(({ due }) => {
      const status = webhooks.get(due.webhookId)?.status;
      return status === "active" || (status === "paused" && due.eventType === "webhook.test");
    });
    const ids = await leaseRows(tx, open, [...webhooks.values()], options);
    await storeBodies(
      tx,
      open.filter(({ due }) => due.body === null && ids.has(due.id)),
    );
    const claimed = open.flatMap(({ due, body }) => {
      const webhook = webhooks.get(due.webhookId);
      if (!webhook || body === null || !ids.has(due.id)) return [];
      const delivery = deliveryOf(due, options.workerId);
      return [{ delivery, webhook, body, claimedAt: options.now, leasedUntil: options.leasedUntil }];
    });
    return { claimed, takenCount: ids.size, skippedCount: asked.size - webhooks.size };
  });
}

/** Not the event itself, which would be held for as long as the delivery waits. */
const deliveryOf = (due: Due, leasedBy: string): ClaimedDelivery => ({
  workspaceId: due.workspaceId,
  id: due.id,
  fence: due.fence + 1,
  leasedBy,
  messageId: due.messageId,
  eventType: due.eventType,
  occurredAt: due.occurredAt,
  attemptCount: due.attemptCount,
});

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

async function leaseRows(
  tx: Db,
  wanted: readonly { due: Due; body: string | null }[],
  webhooks: readonly TakenWebhook[],
  options: TakeOptions,
): Promise<Set<string>> {
  if (wanted.length === 0) return new Set();
  const leased = await lease(tx, {
    rowWorkspaceIds: arrayOf(wanted.map(({ due }) => due.workspaceId)),
    rowIds: arrayOf(wanted.map(({ due }) => due.id)),
    fences: arrayOf(wanted.map(({ due }) => due.fence)),
    workspaceIds: webhooks.map(({ workspaceId }) => workspaceId),
    ids: webhooks.map(({ id }) => id),
    at: options.now.toISOString(),
    workerId: options.workerId,
    until: options.leasedUntil.toISOString(),
  });
  return new Set(leased.map(({ id }) => id));
}

/** Who has taken a delivery is the only one to store its body. */
async function storeBodies(tx: Db, made: readonly { due: Due; body: string | null }[]): Promise<void> {
  const rows = made.flatMap(({ due, body }) => (body === null ? [] : [{ due, body }]));
  if (rows.length === 0) return;
  await store(tx, {
    workspaceIds: arrayOf(rows.map(({ due }) => due.workspaceId)),
    ids: arrayOf(rows.map(({ due }) => due.id)),
    bodies: arrayOf(rows.map(({ body }) => body)),
  });
}
