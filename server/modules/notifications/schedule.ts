import { and, eq, type InferSelectModel } from "drizzle-orm";
import {
  notificationDispatches,
  notificationOccurrences,
  notifications,
} from "@/drizzle/schema/notifications";
import type { ScheduleKind } from "@/server/modules/schedules/kind";
import { writtenFields } from "./present";

export type NotificationRow = InferSelectModel<typeof notifications>;

/** An occurrence with what became of it at each destination. */
export type OccurrenceSummary = Omit<InferSelectModel<typeof notificationOccurrences>, "content"> & {
  dispatches: InferSelectModel<typeof notificationDispatches>[];
};

/** A notification as something that has a schedule. */
export const notificationSchedule: ScheduleKind<NotificationRow, OccurrenceSummary> = {
  name: "notification",
  table: notifications,
  occurrences: {
    table: notificationOccurrences,
    scheduleId: notificationOccurrences.notificationId,
    nextAt: notificationOccurrences.composeAt,
    isOfDate: eq(notificationOccurrences.kind, "scheduled"),
    unread: ["content"],
  },
  dispatches: {
    table: notificationDispatches,
    order: [notificationDispatches.position, notificationDispatches.id],
  },
  /** Administrators see every notification, others their own (decision 9). */
  visible({ actor: { workspaceId, role, userId } }) {
    const tenant = eq(notifications.workspaceId, workspaceId);
    // Nobody owns a notification under the workspace's id.
    return role === "ADMIN" ? tenant : and(tenant, eq(notifications.ownerId, userId ?? workspaceId));
  },
  writtenFields,
};
