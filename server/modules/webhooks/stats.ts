import { and, eq, sql } from "drizzle-orm";
import { webhookAttempts, webhookDeliveries } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { hour, plus } from "@/server/kernel/clock";
import { findNames } from "@/server/modules/people/find-names";
import type { WebhookRow } from "./store";

/** How a webhook did in the last 24 hours. */
export interface WebhookStats {
  ownerName: string;
  /** Finished deliveries; the rate is of these. */
  succeeded: number;
  failed: number;
  /** Deliveries for each of the 24 hours, oldest first. */
  hours: { succeeded: number; failed: number }[];
  heldCount: number;
}

const span = 24;

/** Statistics of webhooks that the caller has loaded, by id. A delivery whose last attempt failed counts as failed. */
export async function statsOf(ctx: Ctx, rows: readonly WebhookRow[]): Promise<Map<string, WebhookStats>> {
  if (rows.length === 0) return new Map();
  const { workspaceId } = ctx.actor;
  const ids = rows.map(({ id }) => id);
  const from = plus(ctx.now(), -span * hour);
  const counts = await ctx.db.execute<{
    webhook_id: string;
    hour: number;
    succeeded: number;
    failed: number;
  }>(sql`
    select d.webhook_id, floor(extract(epoch from d.attempted_at - ${from.toISOString()}::timestamptz) / 3600)::int as hour,
      count(*) filter (where d.status = 'succeeded')::int as succeeded,
      count(*) filter (where d.status <> 'succeeded')::int as failed
    from ${webhookDeliveries} d
    where d.workspace_id = ${workspaceId}::uuid and d.webhook_id = any(${sql.param(ids)}::uuid[])
      and d.attempted_at > ${from.toISOString()}::timestamptz
      -- Says the same in the words of the index.
      and coalesce(d.attempted_at, d.created_at) > ${from.toISOString()}::timestamptz
    group by 1, 2`);
  const held = await ctx.db.execute<{ webhook_id: string; count: number }>(sql`
    select d.webhook_id, count(*)::int as count from ${webhookDeliveries} d
    join webhooks w on w.workspace_id = d.workspace_id and w.id = d.webhook_id and w.status = 'paused'
    where d.workspace_id = ${workspaceId}::uuid and d.webhook_id = any(${sql.param(ids)}::uuid[])
      and (d.status = 'held' or d.status = 'pending' and d.event_type <> 'webhook.test')
    group by 1`);
  const names = await findNames(
    ctx,
    rows.map(({ ownerId }) => ownerId),
  );
  const stats = new Map(rows.map((row) => [row.id, empty(names.get(row.ownerId) ?? "")]));
  for (const { webhook_id, hour: at, succeeded, failed } of counts) {
    const one = stats.get(webhook_id);
    const slot = one?.hours[Math.min(span - 1, Math.max(0, at))];
    if (!one || !slot) continue;
    slot.succeeded += succeeded;
    slot.failed += failed;
    one.succeeded += succeeded;
    one.failed += failed;
  }
  for (const { webhook_id, count } of held) {
    const one = stats.get(webhook_id);
    if (one) one.heldCount = count;
  }
  return stats;
}

const empty = (ownerName: string): WebhookStats => ({
  ownerName,
  succeeded: 0,
  failed: 0,
  hours: Array.from({ length: span }, () => ({ succeeded: 0, failed: 0 })),
  heldCount: 0,
});

/** The first attempt of the run of failures that a webhook is in: what a banner shows. */
export async function firstFailureOf(ctx: Ctx, webhook: WebhookRow) {
  if (!webhook.failingSince) return null;
  const [row] = await ctx.db
    .select({
      deliveryId: webhookAttempts.deliveryId,
      createdAt: webhookDeliveries.createdAt,
      at: webhookAttempts.startedAt,
      httpStatus: webhookAttempts.httpStatus,
      error: webhookAttempts.error,
      message: webhookAttempts.message,
    })
    .from(webhookAttempts)
    .innerJoin(
      webhookDeliveries,
      and(
        eq(webhookDeliveries.workspaceId, webhookAttempts.workspaceId),
        eq(webhookDeliveries.id, webhookAttempts.deliveryId),
      ),
    )
    .where(
      and(
        eq(webhookDeliveries.workspaceId, webhook.workspaceId),
        eq(webhookDeliveries.webhookId, webhook.id),
        sql`${webhookAttempts.startedAt} >= ${webhook.failingSince.toISOString()}::timestamptz and ${webhookAttempts.error} is not null`,
      ),
    )
    .orderBy(webhookAttempts.startedAt)
    .limit(1);
  return row ?? null;
}
