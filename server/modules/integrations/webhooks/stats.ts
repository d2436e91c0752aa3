import { and, eq, gte, isNotNull, sql } from "drizzle-orm";
import { webhookAttempts, webhookDeliveries } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { hour, plus } from "@/server/kernel/time/clock";
import { findNames } from "@/server/modules/people/people/find-names";
import type { WebhookRow } from "./store";

/** A webhook's deliveries of the last 24 hours. */
export interface WebhookStats {
  ownerName: string;
  /** Finished deliveries; the success rate is computed from these. */
  succeeded: number;
  failed: number;
  /** Deliveries for each of the 24 hours, oldest first. */
  hours: { succeeded: number; failed: number }[];
  heldCount: number;
}

const span = 24;

const { placeholder } = sql;
const from = sql`${placeholder("from")}::timestamptz`;
const workspaceId = sql`${placeholder("workspaceId")}::uuid`;
const ids = sql`${placeholder("ids")}::uuid[]`;

const countByHour = statement<{ webhookId: string; hour: number; succeeded: number; failed: number }>(sql`
  select d.webhook_id as "webhookId", floor(extract(epoch from d.attempted_at - ${from}) / 3600)::int as hour,
    count(*) filter (where d.status = 'succeeded')::int as succeeded,
    count(*) filter (where d.status <> 'succeeded')::int as failed
  from webhook_deliveries d
  where d.workspace_id = ${workspaceId} and d.webhook_id = any(${ids}) and d.attempted_at > ${from}
    -- Says the same in the words of the index.
    and coalesce(d.attempted_at, d.created_at) > ${from}
  group by 1, 2`);

const countHeld = statement<{ webhookId: string; count: number }>(sql`
  select d.webhook_id as "webhookId", count(*)::int as count from webhook_deliveries d
  join webhooks w on w.workspace_id = d.workspace_id and w.id = d.webhook_id and w.status = 'paused'
  where d.workspace_id = ${workspaceId} and d.webhook_id = any(${ids})
    and (d.status = 'held' or d.status = 'pending' and d.event_type <> 'webhook.test')
  group by 1`);

/** Statistics of webhooks that the caller has loaded, by id. A delivery whose last attempt failed counts as failed. */
export async function statsOf(ctx: Ctx, rows: readonly WebhookRow[]): Promise<Map<string, WebhookStats>> {
  if (rows.length === 0) return new Map();
  const which = { workspaceId: ctx.actor.workspaceId, ids: arrayOf(rows.map(({ id }) => id)) };
  const since = plus(ctx.now(), -span * hour).toISOString();
  const counts = await countByHour(ctx.db, { ...which, from: since });
  const held = await countHeld(ctx.db, which);
  const names = await findNames(
    ctx,
    rows.map(({ ownerId }) => ownerId),
  );
  const stats = new Map(rows.map((row) => [row.id, empty(names.get(row.ownerId) ?? "")]));
  for (const { webhookId, hour: at, succeeded, failed } of counts) {
    const one = stats.get(webhookId);
    const slot = one?.hours[Math.min(span - 1, Math.max(0, at))];
    if (!one || !slot) continue;
    slot.succeeded += succeeded;
    slot.failed += failed;
    one.succeeded += succeeded;
    one.failed += failed;
  }
  for (const { webhookId, count } of held) {
    const one = stats.get(webhookId);
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

/** The first attempt of a webhook's current run of failures, for a banner. */
export async function firstFailureOf(ctx: Ctx, webhook: WebhookRow) {
  if (!webhook.failingSince) return null;
  const [row] = await scoped(workspaceOf(webhook), webhookAttempts)
    .select(ctx.db, {
      deliveryId: webhookAttempts.deliveryId,
      createdAt: webhookDeliveries.createdAt,
      at: webhookAttempts.startedAt,
      httpStatus: webhookAttempts.httpStatus,
      error: webhookAttempts.error,
      message: webhookAttempts.message,
    })
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.id, webhookAttempts.deliveryId))
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhook.id),
        gte(webhookAttempts.startedAt, webhook.failingSince),
        isNotNull(webhookAttempts.error),
      ),
    )
    .orderBy(webhookAttempts.startedAt)
    .limit(1);
  return row ?? null;
}
