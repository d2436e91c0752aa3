import type { Actor } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";

/** Whether a user may own notifications: an approver or stronger (decision 9). */
export const mayOwnNotifications = (actor: Actor): boolean => actor.userId !== null && actor.role !== "USER";

/** @returns the acting user, who becomes the owner @throws ApiError FORBIDDEN for a role weaker than an approver */
export function requireOwner(ctx: Ctx): string {
  const { userId } = ctx.actor;
  if (userId !== null && mayOwnNotifications(ctx.actor)) return userId;
  throw new ApiError("FORBIDDEN", because("notificationRoles"));
}
