import type { Ctx } from "@/server/access/ctx";
import { loadScheduled } from "@/server/modules/integrations/schedules/load-scheduled";
import { type NotificationRow, notificationSchedule } from "./schedule";

/** @throws ApiError RESOURCE_NOT_FOUND when it does not exist, or belongs to another user and the acting user is no administrator */
export const getNotification = (ctx: Ctx, id: string): Promise<NotificationRow> =>
  loadScheduled(notificationSchedule, ctx, id);
