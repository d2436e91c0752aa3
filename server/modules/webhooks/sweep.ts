import { sql } from "drizzle-orm";
import { day, plus } from "@/server/kernel/clock";
import { arrayOf, type Db } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import { keptMs } from "./policy";

const batch = 2000;
const batchesInOneCall = 20;

/** Deletes deliveries with their attempts, held ones too, and the events behind them, after 30 days. @returns how many rows */
export async function deleteOldDeliveries({ db, clock }: Services): Promise<number> {
  const before = plus(clock(), -keptMs);
  return (
    (await inSteps(() => deleteDeliveries(db, before))) +
    // A redelivery may still be made of a delivery that is kept, so its event outlives it by a day.
    (await inSteps(() => deleteEvents(db, plus(before, -day))))
  );
}

/** Small ones, so that nobody waits for locks. */
async function inSteps(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let turn = 0; turn < batchesInOneCall; turn++) {
    const count = await step();
    total += count;
    if (count < batch) break;
  }
  return total;
}

/** Of each webhook the oldest, which come first in its log. */
const ofWebhook = sql`webhook_deliveries d where d.workspace_id = w.workspace_id and d.webhook_id = w.id order by d.id`;

async function deleteDeliveries(db: Db, before: Date): Promise<number> {
  const at = sql`${before.toISOString()}::timestamptz`;
  return db.transaction(async (tx) => {
    const gone = await tx.execute<{ workspaceId: string; id: string }>(sql`
      with old as materialized (
        select d.workspace_id, d.id from webhooks w
        cross join lateral (select d.created_at from ${ofWebhook} limit 1) oldest
        cross join lateral (select d.workspace_id, d.id, d.created_at from ${ofWebhook} limit ${batch}) d
        where oldest.created_at < ${at} and d.created_at < ${at} limit ${batch})
      delete from webhook_deliveries d using old where d.workspace_id = old.workspace_id and d.id = old.id
      returning d.workspace_id as "workspaceId", d.id`);
    if (gone.length === 0) return 0;
    const ids = sql`select * from unnest(${arrayOf(gone.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${arrayOf(gone.map(({ id }) => id))}::uuid[])`;
    // Statements of their own, that see what was written of an attempt until its delivery was gone.
    await tx.execute(sql`delete from webhook_attempts where (workspace_id, delivery_id) in (${ids})`);
    await tx.execute(sql`delete from webhook_bodies where (workspace_id, delivery_id) in (${ids})`);
    return gone.length;
  });
}

async function deleteEvents(db: Db, before: Date): Promise<number> {
  const { count } = await db.execute(sql`
    delete from events where ctid = any(array(
      select ctid from events where occurred_at < ${before.toISOString()}::timestamptz limit ${batch}))`);
  return count;
}
