import type { Ctx } from "@/server/access/ctx";
import { loadNotification, type NotificationRow } from "./store";

/** @throws ApiError RESOURCE_NOT_FOUND when it does not exist, or belongs to another and the acting user is no administrator */
export const getNotification = (ctx: Ctx, id: string): Promise<NotificationRow> => loadNotification(ctx, id);
