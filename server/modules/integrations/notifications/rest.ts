import { readOccurrencePage } from "@/server/modules/integrations/schedules/read-occurrence-page";
import { OccurrenceQuery } from "@/server/modules/integrations/schedules/schema";
import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { createNotification } from "./create";
import { deleteNotification } from "./delete";
import { getNotification } from "./get";
import { listNotifications } from "./list";
import { notificationV2, occurrenceView } from "./present";
import { notificationSchedule } from "./schedule";
import {
  Notification,
  NotificationCreate,
  NotificationOccurrence,
  NotificationPatch,
  NotificationQuery,
} from "./schema";
import { updateNotification } from "./update";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };
const tag = "Notifications";

export const notificationEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/notifications",
    operationId: "listNotifications",
    tag,
    summary: "List notifications",
    description: "Administrators see every notification, others only their own. Oldest first.",
    scope: "notifications:read",
    query: NotificationQuery,
    list: "paged",
    data: Notification,
    call: (ctx, { query, after }) => listNotifications(ctx, { limit: query.limit, after }),
    present: notificationV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/notifications/{id}",
    operationId: "getNotification",
    tag,
    summary: "Get a notification",
    description: "Administrators can get every notification, others only their own.",
    scope: "notifications:read",
    params: { id: "notification" },
    data: Notification,
    call: (ctx, { params }) => getNotification(ctx, params.id),
    present: notificationV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/notifications/{id}/occurrences",
    operationId: "listNotificationOccurrences",
    tag,
    summary: "List a notification's occurrences",
    description:
      "What was sent and when, newest first, with the status for each destination. Kept for 90 days. Administrators can read those of every notification, others only those of their own.",
    scope: "notifications:read",
    params: { id: "notification" },
    query: OccurrenceQuery,
    list: "paged",
    data: NotificationOccurrence,
    call: (ctx, { params, query, after }) =>
      readOccurrencePage(notificationSchedule, ctx, { id: params.id, limit: query.limit, after }),
    present: occurrenceView,
  }),
  endpoint({
    method: "POST",
    path: "/v2/notifications",
    status: 201,
    operationId: "createNotification",
    tag,
    summary: "Create a notification",
    description:
      "The body depends on `frequency`. The acting user must be an approver, location admin or administrator, and becomes the owner. Messages only include people the owner can see.",
    scope: "notifications:write",
    write,
    body: NotificationCreate,
    data: Notification,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => createNotification(ctx, body),
    present: notificationV2,
  }),
  endpoint({
    method: "PATCH",
    path: "/v2/notifications/{id}",
    operationId: "updateNotification",
    tag,
    summary: "Update a notification",
    description:
      "Fields you don't send keep their value. The result must be valid for its frequency. Use `enabled` to pause and resume. You can switch between DAILY and WEEKLY.",
    scope: "notifications:write",
    write,
    params: { id: "notification" },
    body: NotificationPatch,
    data: Notification,
    errors: ["FORBIDDEN", "NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED"],
    call: (ctx, { params, body }) => updateNotification(ctx, params.id, body),
    present: notificationV2,
  }),
  endpoint({
    method: "DELETE",
    path: "/v2/notifications/{id}",
    status: 204,
    operationId: "deleteNotification",
    tag,
    summary: "Delete a notification",
    description: "Administrators can delete every notification, others only their own.",
    scope: "notifications:write",
    write,
    params: { id: "notification" },
    call: (ctx, { params }) => deleteNotification(ctx, params.id),
  }),
];
