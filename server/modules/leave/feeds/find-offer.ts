import { and, eq, isNull } from "drizzle-orm";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { leaves } from "@/drizzle/schema/leaves";
import { userSettings } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";

/**
 * Whether to offer the caller a feed of their leave: they have leave of any status, no active feed, and have not declined (decision 18.16).
 * @throws ApiError FORBIDDEN
 */
export async function findOffer(ctx: Ctx): Promise<{ isOffered: boolean }> {
  const { userId } = ctx.actor;
  if (userId === null) throw new ApiError("FORBIDDEN");
  const [leave] = await scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, { id: leaves.id })
    .leftJoin(calendarFeeds, and(eq(calendarFeeds.userId, userId), isNull(calendarFeeds.endedAt)))
    .leftJoin(userSettings, eq(userSettings.userId, userId))
    .where(and(eq(leaves.userId, userId), isNull(calendarFeeds.id), isNull(userSettings.feedDeclinedAt)))
    .limit(1);
  return { isOffered: leave !== undefined };
}
