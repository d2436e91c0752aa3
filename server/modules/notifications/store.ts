import { and, eq, type InferSelectModel, type SQL } from "drizzle-orm";
import { notifications } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";

export type NotificationRow = InferSelectModel<typeof notifications>;

/** Administrators see every notification, others their own (decision 9). */
export function visible(ctx: Ctx): SQL | undefined {
  const tenant = eq(notifications.workspaceId, ctx.actor.workspaceId);
  if (ctx.actor.role === "ADMIN") return tenant;
  // Nobody owns a notification under the workspace's id.
  return and(tenant, eq(notifications.ownerId, ctx.actor.userId ?? ctx.actor.workspaceId));
}

/**
 * @param lock holds the row until the transaction ends, so that it does not come due in between
 * @throws ApiError RESOURCE_NOT_FOUND when it does not exist, or belongs to another and the acting user is no administrator
 */
export async function loadNotification(
  ctx: Ctx,
  id: string,
  lock: "lock" | "" = "",
): Promise<NotificationRow> {
  const query = ctx.db
    .select()
    .from(notifications)
    .where(and(visible(ctx), eq(notifications.id, id)));
  const [row] = await (lock ? query.for("no key update") : query);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
