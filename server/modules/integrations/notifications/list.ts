import { and, asc, gt } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { type NotificationRow, notificationSchedule } from "./schedule";

/** The caller's notifications, or the whole workspace's for an administrator, oldest first. */
export async function listNotifications(
  ctx: Ctx,
  { limit, after }: { limit: number; after: Position | null },
): Promise<Page<NotificationRow>> {
  const rows = await scoped(workspaceOf(ctx.actor), notifications)
    .selectAll(ctx.db)
    .where(and(notificationSchedule.visible(ctx), gt(notifications.id, after?.id ?? firstId)))
    .orderBy(asc(notifications.id))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ id }) => ({ key: "", id }));
}
