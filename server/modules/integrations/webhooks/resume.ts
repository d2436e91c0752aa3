import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema/webhooks";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { wakeSender } from "./fan-out";
import type { WebhookResume } from "./schema";
import { changeWebhook, lockWebhook, viewOf, type WebhookRow, type WebhookView } from "./store";

/**
 * Makes a paused webhook active again, and sends its held deliveries: all, none, or those since an instant. The rest are cancelled.
 * @throws ApiError WEBHOOK_NOT_FOUND, CONFLICT when it is not paused or its owner is not active
 */
export function resumeWebhook(ctx: Ctx, id: string, { replay }: WebhookResume): Promise<WebhookView> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (webhook.status !== "paused") throw new ApiError("CONFLICT", because("hookRunning"));
    if (!(await loadActor(tx.db, webhook.workspaceId, webhook.ownerId, { type: "operator" })))
      throw new ApiError("CONFLICT", {
        ...because("hookOwnerInactive"),
        resolution: "Activate the owner first, or create a new webhook with another key.",
      });
    const resumed = await changeWebhook(tx, webhook, {
      status: "active",
      pausedReason: null,
      pausedAt: null,
      failingSince: null,
      failedAttemptCount: 0,
      failedEventFirstAt: null,
      failedEventLastAt: null,
      toldStage: 0,
    });
    if (replay !== "all") await dropHeld(tx, webhook, replay === "none" ? null : replay);
    await requeueHeld(tx, webhook);
    await recordAudit(tx, {
      action: "webhook.resume",
      resourceType: "webhook",
      resourceId: id,
      changes: { replay: { to: replay } },
    });
    wakeSender(tx);
    return viewOf(tx, resumed);
  });
}

/**
 * Deliveries that waited while the webhook was paused: held, or queued and not yet processed. One in flight that arrives is recorded all
 * the same.
 */
const waiting = ({ id }: WebhookRow): SQL | undefined =>
  and(
    eq(webhookDeliveries.webhookId, id),
    // Matches the predicates of the table's indices.
    sql`(${webhookDeliveries.status} = 'held'
      or ${webhookDeliveries.status} = 'pending' and ${webhookDeliveries.eventType} <> 'webhook.test')`,
  );

async function dropHeld(tx: Ctx, webhook: WebhookRow, since: Date | null): Promise<void> {
  await scoped(workspaceOf(webhook), webhookDeliveries)
    .update(tx.db)
    .set({ status: "cancelled", error: "NOT_REPLAYED", nextAttemptAt: null, completedAt: tx.now() })
    .where(and(waiting(webhook), since ? lt(webhookDeliveries.occurredAt, since) : undefined));
}

async function requeueHeld(tx: Ctx, webhook: WebhookRow): Promise<void> {
  await scoped(workspaceOf(webhook), webhookDeliveries)
    .update(tx.db)
    .set({ status: "pending", nextAttemptAt: tx.now() })
    .where(waiting(webhook));
}
