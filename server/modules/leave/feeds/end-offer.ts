import { userSettings } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";

/**
 * Declines the offer of a feed for good. Repeated calls change nothing.
 * @throws ApiError FORBIDDEN
 */
export async function endOffer(ctx: Ctx): Promise<void> {
  const { workspaceId, userId } = ctx.actor;
  if (userId === null) throw new ApiError("FORBIDDEN");
  const now = ctx.now();
  await ctx.db
    .insert(userSettings)
    .values({ workspaceId, userId, feedDeclinedAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [userSettings.workspaceId, userSettings.userId],
      set: { feedDeclinedAt: now, updatedAt: now },
    });
}
