import { and, eq, type InferSelectModel, sql } from "drizzle-orm";
import { webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import { plus } from "@/server/kernel/clock";
import { type Db, preparedBy } from "@/server/kernel/db";
import { firstId } from "@/server/kernel/page-token";
import { settle } from "./settle";

export type WebhookRow = InferSelectModel<typeof webhooks>;
export type DeliveryRow = InferSelectModel<typeof webhookDeliveries>;

/** A delivery that this worker may send until its lease ends. */
export interface Claimed {
  delivery: DeliveryRow;
  webhook: WebhookRow;
  claimedAt: Date;
  leasedUntil: Date;
}

/** The last webhook that a scan came to; the next one goes on after it, so that all have their turn. */
export interface Cursor {
  workspaceId: string;
  webhookId: string;
}
export const scanStart: Cursor = { workspaceId: firstId, webhookId: firstId };

export interface ClaimOptions {
  workerId: string;
  now: Date;
  leaseMs: number;
  after: Cursor;
  /** Webhooks that have enough to do. */
  busy: readonly string[];
  /** Leaves failing webhooks aside: they must not take every slot. */
  healthyOnly: boolean;
  /** How many deliveries of this webhook may be taken now. */
  roomOf(webhook: Candidate): number;
}

export interface ClaimResult {
  claimed: Claimed[];
  /** Where to go on; null when the scan came to the end. */
  next: Cursor | null;
  /** Deliveries that were held or cancelled because their webhook is not active. */
  settledCount: number;
  /** Webhooks whose rows somebody else held just then. */
  skippedCount: number;
}

/** A webhook that has something to do, locked until the claim commits. */
export interface Candidate {
  workspaceId: string;
  id: string;
  status: WebhookRow["status"];
  pausedReason: WebhookRow["pausedReason"];
  isFailing: boolean;
}

/** `isLocked` is false when another worker is just claiming from it. */
type Seen = Candidate & { isLocked: boolean };
/** An interface has no index signature, which rows of raw SQL need. */
type Fields<T> = { [K in keyof T]: T[K] };

const webhooksInOneClaim = 32;

/**
 * Takes due deliveries, some of each webhook, and none of a webhook on which another worker is at work: so its cap holds over all
 * processes. The webhook's row is locked first, and only then are its leases counted, in a statement of its own that sees what
 * others have committed.
 */
export function claimDue(db: Db, options: ClaimOptions): Promise<ClaimResult> {
  return db.transaction(async (tx) => {
    // A claim that a crash of the database forgets is only made again.
    await tx.execute(sql`set local synchronous_commit = off`);
    const candidates = await lockCandidates(tx, options);
    const settledCount = await settle(
      tx,
      candidates.filter(({ status }) => status !== "active"),
      options.now,
    );
    const last = candidates.at(-1);
    return {
      claimed: await lease(tx, candidates, options),
      next:
        candidates.length < webhooksInOneClaim || !last
          ? null
          : { workspaceId: last.workspaceId, webhookId: last.id },
      settledCount,
      skippedCount: candidates.filter(({ isLocked }) => !isLocked).length,
    };
  });
}

/** Walks from webhook to webhook through the index of pending rows, however many rows each has. */
async function lockCandidates(db: Db, { after, busy, healthyOnly, now }: ClaimOptions): Promise<Seen[]> {
  const at = now.toISOString();
  const rows = await db.execute<Fields<Seen>>(sql`
    with recursive scan(workspace_id, webhook_id) as (
      (select d.workspace_id, d.webhook_id from webhook_deliveries d
        where d.status = 'pending' and (d.workspace_id, d.webhook_id) > (${after.workspaceId}::uuid, ${after.webhookId}::uuid)
        order by d.workspace_id, d.webhook_id limit 1)
      union all
      select n.workspace_id, n.webhook_id from scan s cross join lateral (
        select d.workspace_id, d.webhook_id from webhook_deliveries d
        where d.status = 'pending' and (d.workspace_id, d.webhook_id) > (s.workspace_id, s.webhook_id)
        order by d.workspace_id, d.webhook_id limit 1) n
    ),
    wanted as materialized (
      select w.workspace_id, w.id, w.status, w.paused_reason, w.failing_since is not null as is_failing
      from scan s cross join lateral (
        select w.* from webhooks w where w.workspace_id = s.workspace_id and w.id = s.webhook_id
        -- Keeps the scan's order, so that the limit stops it.
        offset 0) w
      where w.id <> all(${sql.param([...busy])}::uuid[])
        and not (w.status = 'active' and ${healthyOnly} and w.failing_since is not null)
        and exists (select 1 from webhook_deliveries d
          where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.status = 'pending'
            and (d.next_attempt_at <= ${at}::timestamptz or w.status <> 'active')
            and (w.status = 'active' or d.leased_until is null or d.leased_until <= ${at}::timestamptz)
            and (w.status = 'active' or d.next_attempt_at <= ${at}::timestamptz or d.event_type <> 'webhook.test'
              or w.status = 'revoked' or w.paused_reason = 'owner_inactive'))
      limit ${webhooksInOneClaim}
    ),
    locked as (
      select w.workspace_id, w.id, w.status, w.paused_reason, w.failing_since from webhooks w
      where (w.workspace_id, w.id) in (select workspace_id, id from wanted)
      for no key update skip locked
    )
    select wanted.workspace_id as "workspaceId", wanted.id, coalesce(l.status, wanted.status) as status,
      coalesce(l.paused_reason, wanted.paused_reason) as "pausedReason", wanted.is_failing as "isFailing",
      l.id is not null as "isLocked"
    from wanted left join locked l on l.workspace_id = wanted.workspace_id and l.id = wanted.id
    order by wanted.workspace_id, wanted.id`);
  return [...rows];
}

async function lease(db: Db, candidates: readonly Seen[], options: ClaimOptions): Promise<Claimed[]> {
  const { now, workerId } = options;
  const open = candidates
    .filter((c) => c.isLocked && c.status !== "revoked" && c.pausedReason !== "owner_inactive")
    .map((candidate) => ({ ...candidate, room: options.roomOf(candidate) }))
    .filter(({ room }) => room > 0);
  if (open.length === 0) return [];
  const at = now.toISOString();
  const until = plus(now, options.leaseMs);
  const taken = await db.execute<{ workspace_id: string; id: string }>(sql`
    with w as (
      select * from unnest(
        ${sql.param(open.map(({ workspaceId }) => workspaceId))}::uuid[],
        ${sql.param(open.map(({ id }) => id))}::uuid[],
        ${sql.param(open.map(({ room }) => room))}::int[],
        ${sql.param(open.map(({ status }) => status))}::text[]) as w(workspace_id, id, room, status)
      where not exists (select 1 from webhook_deliveries l
        where l.workspace_id = w.workspace_id and l.webhook_id = w.id
          and l.leased_until > ${at}::timestamptz and l.leased_by <> ${workerId}::uuid)
    ),
    picked as (
      select p.workspace_id, p.id from w cross join lateral (
        select d.workspace_id, d.id from webhook_deliveries d
        where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.status = 'pending'
          and d.next_attempt_at <= ${at}::timestamptz and (w.status = 'active' or d.event_type = 'webhook.test')
        order by d.next_attempt_at, d.id limit w.room) p
    )
    update webhook_deliveries d
    set fence = d.fence + 1, leased_by = ${workerId}::uuid, leased_until = ${until.toISOString()}::timestamptz,
      next_attempt_at = ${until.toISOString()}::timestamptz
    from picked p
    where d.workspace_id = p.workspace_id and d.id = p.id and d.status = 'pending'
      and d.next_attempt_at <= ${at}::timestamptz
    returning d.workspace_id, d.id`);
  if (taken.length === 0) return [];
  const rows = await claimedRows(db).execute({
    workspaceIds: taken.map((row) => row.workspace_id),
    ids: taken.map((row) => row.id),
  });
  return rows.map((row) => ({ ...row, claimedAt: now, leasedUntil: until }));
}

const claimedRows = preparedBy((db) =>
  db
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(
      webhooks,
      and(
        eq(webhooks.workspaceId, webhookDeliveries.workspaceId),
        eq(webhooks.id, webhookDeliveries.webhookId),
      ),
    )
    .where(
      sql`(${webhookDeliveries.workspaceId}, ${webhookDeliveries.id}) in (
        select * from unnest(${sql.placeholder("workspaceIds")}::uuid[], ${sql.placeholder("ids")}::uuid[]))`,
    )
    .orderBy(webhookDeliveries.occurredAt, webhookDeliveries.id)
    .prepare("claimed_deliveries"),
);
