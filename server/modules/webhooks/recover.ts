import { and, asc, eq, gt, gte, lte, sql } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { recordAudit } from "@/server/modules/audit/record";
import { wakeSender } from "@/server/modules/events/fan-out";
import { ofWebhook } from "./list-deliveries";
import { insertCopies, requireActive } from "./redeliver";
import { holdWebhook, loadWebhook, type WebhookRow } from "./store";

export interface RecoverRange {
  since: Date;
  until: Date;
}

export interface FailedCount {
  count: number;
  oldestAt: Date | null;
}

/** Failed deliveries of the range that have not been sent again, successfully or still under way. */
const lost = (ctx: Ctx, webhook: WebhookRow, { since, until }: RecoverRange) =>
  and(
    ofWebhook(ctx, webhook),
    eq(webhookDeliveries.status, "failed"),
    gte(webhookDeliveries.createdAt, since),
    lte(webhookDeliveries.createdAt, until),
    sql`not exists (select 1 from ${webhookDeliveries} later
      where later.workspace_id = ${webhookDeliveries.workspaceId} and later.webhook_id = ${webhookDeliveries.webhookId}
        and later.message_id = ${webhookDeliveries.messageId} and later.id > ${webhookDeliveries.id})`,
  );

/** What `recoverFailed` would send again. @throws ApiError WEBHOOK_NOT_FOUND */
export async function countFailed(ctx: Ctx, webhookId: string, range: RecoverRange): Promise<FailedCount> {
  const webhook = await loadWebhook(ctx, webhookId);
  const [row] = await ctx.db
    .select({
      count: sql<number>`count(*)::int`,
      oldestAt: sql<string | null>`to_json(min(${webhookDeliveries.createdAt}))`,
    })
    .from(webhookDeliveries)
    .where(lost(ctx, webhook, range));
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ? new Date(row.oldestAt) : null };
}

export interface RecoverStep {
  /** How many were queued by this call. */
  queued: number;
  /** Where the next call goes on; null when all are queued. */
  next: string | null;
}

const stepSize = 100;

/**
 * Sends failed deliveries again, oldest first, some in each call, so that the caller sees progress and can stop.
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when the webhook is not active
 */
export function recoverFailed(
  ctx: Ctx,
  webhookId: string,
  range: RecoverRange & { after: string | null },
): Promise<RecoverStep> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await holdWebhook(tx, webhookId);
    requireActive(webhook);
    const origins = await tx.db
      .select()
      .from(webhookDeliveries)
      .where(and(lost(tx, webhook, range), range.after ? gt(webhookDeliveries.id, range.after) : undefined))
      .orderBy(asc(webhookDeliveries.id))
      .limit(stepSize);
    const last = origins.at(-1);
    if (!last) return { queued: 0, next: null };
    await insertCopies(tx, origins);
    await recordAudit(tx, {
      action: "webhook.recover",
      resourceType: "webhook",
      resourceId: webhookId,
      changes: { since: { to: range.since }, deliveries: { to: origins.length } },
    });
    wakeSender(tx);
    return { queued: origins.length, next: origins.length < stepSize ? null : last.id };
  });
}
