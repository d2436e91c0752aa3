import type { Ctx } from "@/server/access/ctx";
import { deleteScheduled } from "@/server/modules/integrations/schedules/delete-scheduled";
import { notificationSchedule } from "./schedule";

/** Deletes a notification with its history; unsent messages are not sent any more. @throws ApiError RESOURCE_NOT_FOUND */
export const deleteNotification = (ctx: Ctx, id: string): Promise<void> =>
  deleteScheduled(notificationSchedule, ctx, id);
