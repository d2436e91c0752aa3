import { lt, sql } from "drizzle-orm";
import { events } from "@/drizzle/schema/events";
import { webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import {
  deleteInSteps,
  inStepsOfWorkspaces,
  type OfWorkspaces,
} from "@/server/kernel/database/delete-in-steps";
import { inBatch, ofEvery } from "@/server/kernel/database/in-batch";
import { literal, unnested } from "@/server/kernel/database/sql-parts";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { keptMs } from "./policy";

/** Deliveries per DELETE: few, so that no other transaction waits for the locks. */
const batch = 2000;
const stepsInOneCall = 20;

/** Deletes deliveries with their attempts, held ones too, and the events behind them, after 30 days. @returns how many rows */
export async function deleteOldDeliveries(services: Services): Promise<number> {
  const before = plus(services.clock(), -keptMs);
  const at = before.toISOString();
  const deliveryCount = await inStepsOfWorkspaces(
    services,
    () => findOld(services.db, { at }),
    (workspaces) => deleteDeliveries(services.db, workspaces, at),
    batch,
    stepsInOneCall,
  );
  // A kept delivery may still be redelivered, so its event outlives it by a day.
  const unused = lt(events.occurredAt, plus(before, -day));
  return deliveryCount + (await deleteInSteps(services, events, unused, stepsInOneCall));
}

/**
 * Deletes hooks of apps 30 days after they ended, when their last delivery is gone: automation tools make one each time that a user
 * switches an automation on. Other webhooks stay as long as the workspace's retention says.
 * @returns how many
 */
export const deleteEndedHooks = (services: Services): Promise<number> =>
  deleteInSteps(
    services,
    webhooks,
    (of) => sql`${lt(webhooks.revokedAt, plus(services.clock(), -keptMs))} and ${webhooks.grantId} is not null
      and not exists (select from ${webhookDeliveries} d where ${of(sql`d.workspace_id`)} and d.workspace_id = ${webhooks.workspaceId} and d.webhook_id = ${webhooks.id})`,
    stepsInOneCall,
  );

/** Each webhook's oldest deliveries, which come first in its log. */
const ofWebhook = (of: OfWorkspaces = () => sql`true`) =>
  sql`webhook_deliveries d where ${of(sql`d.workspace_id`)} and d.workspace_id = w.workspace_id and d.webhook_id = w.id order by d.id`;
const at = sql`${sql.placeholder("at")}::timestamptz`;

/** The workspaces of webhooks with old deliveries; each counts as a full step. */
const findOld = statement<{ workspaceId: string; count: number }>(sql`
  select distinct w.workspace_id as "workspaceId", ${literal(batch)} as count from webhooks w
  cross join lateral (select d.created_at from ${ofWebhook()} limit 1) oldest
  where ${ofEvery("finds where something is over", sql`w.workspace_id`)} and oldest.created_at < ${at}`);

const deleteOld = statement<{ workspaceId: string; id: string }>(sql`
  with old as materialized (
    select d.workspace_id, d.id from webhooks w
    cross join lateral (select d.created_at from ${ofWebhook(inBatch)} limit 1) oldest
    cross join lateral (select d.workspace_id, d.id, d.created_at from ${ofWebhook(inBatch)} limit ${literal(batch)}) d
    where ${inBatch(sql`w.workspace_id`)} and oldest.created_at < ${at} and d.created_at < ${at} limit ${literal(batch)})
  delete from webhook_deliveries d using old where ${inBatch(sql`d.workspace_id`)} and d.workspace_id = old.workspace_id and d.id = old.id
  returning d.workspace_id as "workspaceId", d.id`);

const these = unnested("gone", { workspace_id: "uuid", id: "uuid" });
const deleteAttempts = statement(
  sql`delete from webhook_attempts where ${inBatch(sql`workspace_id`)} and (workspace_id, delivery_id) in (select * from ${these})`,
);
const deleteBodies = statement(
  sql`delete from webhook_bodies where ${inBatch(sql`workspace_id`)} and (workspace_id, delivery_id) in (select * from ${these})`,
);

function deleteDeliveries(db: Db, batchOf: readonly string[], before: string): Promise<{ count: number }> {
  return db.transaction(async (tx) => {
    const workspaces = arrayOf(batchOf);
    const gone = await deleteOld(tx, { workspaces, at: before });
    if (gone.length === 0) return { count: 0 };
    const ids = {
      workspaces,
      workspace_id: arrayOf(gone.map(({ workspaceId }) => workspaceId)),
      id: arrayOf(gone.map(({ id }) => id)),
    };
    // Separate statements, which see attempts that were recorded until their delivery was deleted.
    await deleteAttempts(tx, ids);
    await deleteBodies(tx, ids);
    return { count: gone.length };
  });
}
