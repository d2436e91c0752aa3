import { sql } from "drizzle-orm";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import { literal } from "@/server/kernel/database/sql-parts";
import type { LaneCapacity } from "@/server/worker/kind";

/** Maximum deliveries per webhook and call: the next claim continues. */
const batch = 1000;

const { placeholder } = sql;

const inactive = statement<{ workspaceId: string; id: string; isRevoked: boolean; testsToo: boolean }>(sql`
  select w.workspace_id as "workspaceId", w.id, w.status = 'revoked' as "isRevoked",
    w.status = 'revoked' or w.paused_reason is not distinct from 'owner_inactive' as "testsToo"
  from webhooks w
  where ${inBatch(sql`w.workspace_id`)} and (w.workspace_id, w.id) in (
      select * from unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("ids")}::uuid[]))
    and w.status <> 'active'
  for no key update skip locked`);

/**
 * Takes deliveries of paused and revoked webhooks out of the queue, so that it contains only sendable ones: those of a paused webhook are
 * held, except its tests; those of a revoked one are cancelled. Locks the webhooks' rows: otherwise a webhook that is resumed concurrently
 * would leave events held for ever. Deliveries in flight are left alone.
 * @param lanes of webhooks leased by this worker: no other worker is sending
 * @returns how many; `skippedCount` webhooks' rows were locked by another transaction, or are active again
 */
export async function settle(
  db: Db,
  lanes: readonly LaneCapacity[],
  now: Date,
): Promise<{ settledCount: number; skippedCount: number }> {
  if (lanes.length === 0) return { settledCount: 0, skippedCount: 0 };
  return db.transaction(async (tx) => {
    const held = await inactive(tx, {
      workspaces: arrayOf(workspacesOf(lanes)),
      workspaceIds: arrayOf(lanes.map(({ workspaceId }) => workspaceId)),
      ids: arrayOf(lanes.map(({ lane }) => lane)),
    });
    const inHand = arrayOf(lanes.flatMap((lane) => lane.inHand));
    let settledCount = 0;
    for (const webhook of held) settledCount += await settleOne(tx, webhook, inHand, now);
    return { settledCount, skippedCount: lanes.length - held.length };
  });
}

const take = statement(sql`
  update webhook_deliveries d set
    status = ${placeholder("status")}::delivery_status, error = ${placeholder("error")}::text, next_attempt_at = null,
    completed_at = ${placeholder("completedAt")}::timestamptz
  where d.workspace_id = ${placeholder("workspaceId")}::uuid and d.id in (
    select p.id from webhook_deliveries p
    where p.workspace_id = ${placeholder("workspaceId")}::uuid and p.webhook_id = ${placeholder("id")}::uuid and p.status = 'pending'
      and p.id <> all(${placeholder("inHand")}::uuid[]) and (${placeholder("testsToo")}::boolean or p.event_type <> 'webhook.test')
    limit ${literal(batch)})
    and d.status = 'pending'`);

async function settleOne(
  db: Db,
  webhook: { workspaceId: string; id: string; isRevoked: boolean; testsToo: boolean },
  inHand: string,
  now: Date,
): Promise<number> {
  const { workspaceId, id, isRevoked, testsToo } = webhook;
  const change = isRevoked
    ? { status: "cancelled", error: "WEBHOOK_REVOKED", completedAt: now.toISOString() }
    : { status: "held", error: null, completedAt: null };
  const { count } = await take(db, { workspaceId, id, inHand, testsToo, ...change });
  return count;
}
