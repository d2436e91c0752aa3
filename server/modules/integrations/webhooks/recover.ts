import { and, asc, eq, gt, gte, lte, or, sql } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { ofWebhook } from "./list-deliveries";
import { requireActive, sendAgain, waitsForRetry } from "./send-again";
import { loadWebhook, lockWebhook, type WebhookRow } from "./store";

export interface RecoverRange {
  since: Date;
  until: Date;
}

export interface FailedCount {
  count: number;
  oldestAt: Date | null;
}

/** Deliveries of the range that wait for their next attempt, or that failed without a later copy that succeeded or is in flight. */
const lost = (ctx: Ctx, webhook: WebhookRow, { since, until }: RecoverRange) =>
  and(
    ofWebhook(ctx, webhook),
    gte(webhookDeliveries.createdAt, since),
    lte(webhookDeliveries.createdAt, until),
    or(waitsForRetry(ctx.now(), webhook), and(eq(webhookDeliveries.status, "failed"), isLast(webhook))),
  );

const isLast = ({ workspaceId }: WebhookRow) => sql`not exists (select 1 from ${webhookDeliveries} later
      where later.workspace_id = ${workspaceId} and later.webhook_id = ${webhookDeliveries.webhookId}
        and later.message_id = ${webhookDeliveries.messageId} and later.id > ${webhookDeliveries.id})`;

/** Counts what `recoverFailed` would send again. @throws ApiError WEBHOOK_NOT_FOUND */
export async function countFailed(ctx: Ctx, webhookId: string, range: RecoverRange): Promise<FailedCount> {
  const webhook = await loadWebhook(ctx, webhookId);
  const [row] = await scoped(workspaceOf(webhook), webhookDeliveries)
    .select(ctx.db, {
      count: sql<number>`count(*)::int`,
      oldestAt: sql<string | null>`to_json(min(${webhookDeliveries.createdAt}))`,
    })
    .where(lost(ctx, webhook, range));
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ? new Date(row.oldestAt) : null };
}

export interface RecoverStep {
  /** How many this call queued. */
  queued: number;
  /** Cursor for the next call; null when all are queued. */
  next: string | null;
}

const stepSize = 100;

/**
 * Sends failed deliveries again, and waiting ones now, oldest first, one batch per call, so that the caller sees progress and can stop.
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when the webhook is not active
 */
export function recoverFailed(
  ctx: Ctx,
  webhookId: string,
  range: RecoverRange & { after: string | null },
): Promise<RecoverStep> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    requireActive(webhook);
    const origins = await scoped(workspaceOf(webhook), webhookDeliveries)
      .selectAll(tx.db)
      .where(and(lost(tx, webhook, range), range.after ? gt(webhookDeliveries.id, range.after) : undefined))
      .orderBy(asc(webhookDeliveries.id))
      .limit(stepSize);
    const last = origins.at(-1);
    if (!last) return { queued: 0, next: null };
    const sent = await sendAgain(tx, webhook, origins);
    await recordAudit(tx, {
      action: "webhook.recover",
      resourceType: "webhook",
      resourceId: webhookId,
      changes: { since: { to: range.since }, deliveries: { to: sent.length } },
    });
    return { queued: sent.length, next: origins.length < stepSize ? null : last.id };
  });
}
