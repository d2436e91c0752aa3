import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { checkCreate } from "./check-create";
import { checkWebhookForm } from "./check-input";
import { checkUpdate } from "./check-update";
import { createWebhook } from "./create";
import { deleteWebhook } from "./delete";
import { getWebhook } from "./get";
import { getDelivery } from "./get-delivery";
import { listWebhooks } from "./list";
import { listDeliveries } from "./list-deliveries";
import { listEvents } from "./list-events";
import { pauseWebhook } from "./pause";
import {
  deliveryDetailV2,
  deliveryV2,
  eventV2,
  webhookItemV2,
  webhookV2,
  webhookWithSecretV2,
} from "./present";
import { redeliver } from "./redeliver";
import { resumeWebhook } from "./resume";
import { rotateSecret } from "./rotate-secret";
import {
  Delivery,
  DeliveryDetail,
  Event,
  EventQuery,
  SecretRotation,
  Webhook,
  WebhookCreate,
  WebhookItem,
  WebhookPatch,
  WebhookQuery,
  WebhookResume,
  WebhookWithSecret,
} from "./schema";
import { sendTest } from "./send-test";
import { updateWebhook } from "./update";

const tag = "Webhooks";
const notFound = "WEBHOOK_NOT_FOUND";
const one = { params: { id: "webhook" }, notFound } as const;
const read = { tag, scope: "webhooks:read" } as const;
/**
 * Webhooks follow the key owner, so acting on behalf of another user is off. A stored operation result would contain a secret, so no
 * request is deferred.
 */
const options: WriteOptions = { idempotent: true, onBehalf: false, defer: false };
const write = { tag, scope: "webhooks:write", write: options } as const;

const reads = [
  endpoint({
    ...read,
    method: "GET",
    path: "/v2/webhooks",
    operationId: "listWebhooks",
    summary: "List webhooks",
    description: "Newest first. Administrators see every webhook in the workspace, others only their own.",
    query: WebhookQuery,
    list: "paged",
    data: WebhookItem,
    call: (ctx, { query, after }) => listWebhooks(ctx, { limit: query.limit, after }),
    present: webhookItemV2,
  }),
  endpoint({
    ...read,
    method: "GET",
    path: "/v2/events",
    operationId: "listEvents",
    summary: "List events",
    description:
      "What happened in the last 30 days, oldest first, exactly as a webhook with your scopes is sent it, whether or not there is a webhook. Use it to catch up on missed events: pass the last event you have as `after`, and ask again with the newest ID when there are no more pages.",
    query: EventQuery,
    list: "paged",
    data: Event,
    errors: ["WEBHOOK_EVENTS_NOT_ALLOWED"],
    call: (ctx, { query, after }) => listEvents(ctx, { ...query, page: after }),
    present: eventV2,
  }),
  endpoint({
    ...read,
    ...one,
    method: "GET",
    path: "/v2/webhooks/{id}",
    operationId: "getWebhook",
    summary: "Get a webhook",
    description:
      "Includes the last delivery, but not the secret. Administrators can get every webhook, others only their own.",
    data: Webhook,
    call: (ctx, { params }) => getWebhook(ctx, params.id),
    present: webhookV2,
  }),
  endpoint({
    ...read,
    ...one,
    method: "GET",
    path: "/v2/webhooks/{id}/deliveries",
    operationId: "listDeliveries",
    summary: "List a webhook's deliveries",
    description: "Deliveries from the last 30 days, newest first.",
    query: WebhookQuery,
    list: "paged",
    data: Delivery,
    call: (ctx, { params, query, after }) => listDeliveries(ctx, params.id, { limit: query.limit, after }),
    present: deliveryV2,
  }),
  endpoint({
    ...read,
    notFound,
    method: "GET",
    path: "/v2/webhooks/{id}/deliveries/{deliveryId}",
    operationId: "getDelivery",
    summary: "Get a delivery",
    description: "Includes the request body and every attempt.",
    params: { id: "webhook", deliveryId: "delivery" },
    data: DeliveryDetail,
    call: (ctx, { params }) => getDelivery(ctx, params.id, params.deliveryId),
    present: deliveryDetailV2,
  }),
];

const inputErrors = ["WEBHOOK_URL_INVALID", "WEBHOOK_EVENTS_INVALID", "WEBHOOK_EVENTS_NOT_ALLOWED"] as const;

const writes = [
  endpoint({
    ...write,
    method: "POST",
    path: "/v2/webhooks",
    status: 201,
    operationId: "createWebhook",
    summary: "Create a webhook",
    description:
      "Sends `webhook.test` right away. The secret is only returned here. `Idempotency-Key` and `X-On-Behalf-Of` are ignored.",
    write: { ...options, idempotent: false },
    body: WebhookCreate,
    checkBody: checkWebhookForm,
    data: WebhookWithSecret,
    errors: inputErrors,
    check: (ctx, { body }) => checkCreate(ctx, body),
    call: (ctx, { checked }) => createWebhook(ctx, checked),
    present: webhookWithSecretV2,
  }),
  endpoint({
    ...write,
    ...one,
    method: "PATCH",
    path: "/v2/webhooks/{id}",
    operationId: "updateWebhook",
    summary: "Update a webhook",
    description: "Pending deliveries go to the new url.",
    body: WebhookPatch,
    checkBody: checkWebhookForm,
    data: Webhook,
    errors: [...inputErrors, "CONFLICT"],
    check: (ctx, { params, body }) => checkUpdate(ctx, params.id, body),
    call: (ctx, { params, checked }) => updateWebhook(ctx, params.id, checked),
    present: webhookV2,
  }),
  endpoint({
    ...write,
    ...one,
    method: "DELETE",
    path: "/v2/webhooks/{id}",
    status: 204,
    operationId: "deleteWebhook",
    summary: "Revoke a webhook",
    description: "This can't be undone. You can still read the webhook and its log.",
    errors: ["CONFLICT"],
    call: (ctx, { params }) => deleteWebhook(ctx, params.id),
  }),
  endpoint({
    ...write,
    ...one,
    method: "POST",
    path: "/v2/webhooks/{id}/rotate-secret",
    operationId: "rotateWebhookSecret",
    summary: "Rotate the signing secret",
    description: "Deliveries are signed with both secrets during the overlap.",
    body: SecretRotation,
    data: WebhookWithSecret,
    errors: ["CONFLICT"],
    call: (ctx, { params, body }) => rotateSecret(ctx, params.id, body),
    present: webhookWithSecretV2,
  }),
  endpoint({
    ...write,
    ...one,
    method: "POST",
    path: "/v2/webhooks/{id}/pause",
    operationId: "pauseWebhook",
    summary: "Pause a webhook",
    description: "New events are held for 30 days.",
    data: Webhook,
    errors: ["CONFLICT"],
    call: (ctx, { params }) => pauseWebhook(ctx, params.id),
    present: webhookV2,
  }),
  endpoint({
    ...write,
    ...one,
    method: "POST",
    path: "/v2/webhooks/{id}/resume",
    operationId: "resumeWebhook",
    summary: "Resume a webhook",
    description: "Sends the events held while the webhook was paused.",
    body: WebhookResume,
    data: Webhook,
    errors: ["CONFLICT"],
    call: (ctx, { params, body }) => resumeWebhook(ctx, params.id, body),
    present: webhookV2,
  }),
  endpoint({
    ...write,
    ...one,
    method: "POST",
    path: "/v2/webhooks/{id}/test",
    status: 201,
    operationId: "testWebhook",
    summary: "Send a test event",
    description: "Works for paused webhooks too.",
    data: Delivery,
    errors: ["CONFLICT"],
    call: (ctx, { params }) => sendTest(ctx, params.id),
    present: deliveryV2,
  }),
  endpoint({
    ...write,
    notFound,
    method: "POST",
    path: "/v2/webhooks/{id}/deliveries/{deliveryId}/redeliver",
    status: 201,
    operationId: "redeliver",
    summary: "Redeliver",
    description:
      "Sends a delivery again with the same `webhook-id`. If it succeeded or failed, a new delivery is created. If it's waiting for its next attempt, it's sent now. If a delivery of the same event is already pending, that one is returned.",
    params: { id: "webhook", deliveryId: "delivery" },
    data: Delivery,
    errors: ["CONFLICT"],
    call: (ctx, { params }) => redeliver(ctx, params.id, params.deliveryId),
    present: deliveryV2,
  }),
];

export const webhookEndpoints = [...reads, ...writes];
