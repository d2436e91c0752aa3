import { eq, type InferSelectModel } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import type { ScheduleKind } from "@/server/modules/integrations/schedules/kind";
import { writtenFields } from "./present";

export type NotificationRow = InferSelectModel<typeof notifications>;

/** The schedule kind of notifications. */
export const notificationSchedule: ScheduleKind<NotificationRow> = {
  name: "notification",
  table: notifications,
  scheduleId: occurrences.notificationId,
  dispatchOrder: [dispatches.position, dispatches.id],
  /** Administrators see every notification, others their own (decision 9). */
  visible({ actor: { workspaceId, role, userId } }) {
    // No notification's owner has the workspace's id.
    return role === "ADMIN" ? undefined : eq(notifications.ownerId, userId ?? workspaceId);
  },
  writtenFields,
};
