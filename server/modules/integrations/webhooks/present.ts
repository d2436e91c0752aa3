import { type DeliveryStatus, testEvent } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import type { DeliveryDetailRow } from "./get-delivery";
import type { DeliveryItem, WebhookRow, WebhookView } from "./store";

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

type Standing = Pick<WebhookRow, "status" | "pausedReason">;

/**
 * The current status: a pending delivery of a paused webhook is shown as held, of a revoked one as cancelled, even before the engine has
 * processed it.
 */
function statusOf(delivery: Pick<DeliveryItem, "status" | "eventType">, webhook: Standing): DeliveryStatus {
  if (delivery.status !== "pending" && delivery.status !== "held") return delivery.status;
  if (webhook.status === "revoked") return "cancelled";
  const isLoneTest = delivery.eventType === testEvent && webhook.pausedReason !== "owner_inactive";
  return webhook.status === "paused" && !isLoneTest ? "held" : delivery.status;
}

function lastDeliveryV2(delivery: DeliveryItem, webhook: Standing) {
  const status = statusOf(delivery, webhook);
  return {
    id: encodeId("delivery", delivery.id),
    eventType: delivery.eventType,
    status,
    httpStatus: delivery.httpStatus,
    attempts: delivery.attemptCount,
    attemptedAt: instant(delivery.attemptedAt),
    nextAttemptAt: status === "pending" ? instant(delivery.nextAttemptAt) : null,
    durationMs: delivery.durationMs,
    error: delivery.error,
  };
}

export const webhookItemV2 = (row: WebhookRow) => ({
  webhookId: encodeId("webhook", row.id),
  url: row.url,
  description: row.description,
  events: row.events,
  status: row.status,
  pausedReason: row.pausedReason,
  pausedAt: instant(row.pausedAt),
  revokedAt: instant(row.revokedAt),
  revocationReason: row.revocationReason,
  ownerId: encodeId("user", row.ownerId),
  secretPrefix: row.secretPrefix,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const webhookV2 = ({ webhook, lastDelivery }: WebhookView) => ({
  ...webhookItemV2(webhook),
  lastDelivery: lastDelivery && lastDeliveryV2(lastDelivery, webhook),
});

export const webhookWithSecretV2 = (view: WebhookView & { secret: string }) => ({
  ...webhookV2(view),
  secret: view.secret,
});

/** A delivery with its webhook. */
export interface DeliveryView<D extends DeliveryItem = DeliveryItem> {
  delivery: D;
  webhook: Standing;
}

export const deliveryV2 = ({ delivery, webhook }: DeliveryView) => ({
  ...lastDeliveryV2(delivery, webhook),
  webhookId: encodeId("webhook", delivery.webhookId),
  messageId: delivery.messageId,
  redeliveryOf: delivery.redeliveryOf && encodeId("delivery", delivery.redeliveryOf),
  createdAt: delivery.createdAt.toISOString(),
  completedAt: instant(delivery.completedAt),
});

export const deliveryDetailV2 = ({ delivery, webhook, body, attempts }: DeliveryDetailRow) => ({
  ...deliveryV2({ delivery, webhook }),
  requestBody: body,
  attemptLog: attempts.map((attempt) => ({
    number: attempt.number,
    attemptedAt: attempt.startedAt.toISOString(),
    durationMs: attempt.durationMs,
    url: attempt.url,
    requestHeaders: attempt.requestHeaders,
    httpStatus: attempt.httpStatus,
    error: attempt.error,
    message: attempt.message,
    responseHeaders: attempt.responseHeaders,
    // Invalid UTF-8 is shown with replacement characters.
    responseBody: attempt.responseBody?.toString("utf8") ?? null,
  })),
});

/** An event's body, as sent. */
export const eventV2 = (body: string): unknown => JSON.parse(body);
