import { and, asc, eq, isNull, type SQL } from "drizzle-orm";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { locations } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";

/** A user's active feeds, oldest first. */
export const selectFeeds = (ctx: Ctx, userId: string, which?: SQL) =>
  scoped(workspaceOf(ctx.actor), calendarFeeds)
    .select(ctx.db, {
      id: calendarFeeds.id,
      kind: calendarFeeds.kind,
      locationName: locations.name,
      createdAt: calendarFeeds.createdAt,
      rotatedAt: calendarFeeds.rotatedAt,
      fetchedAt: calendarFeeds.fetchedAt,
      fetchedBy: calendarFeeds.fetchedBy,
    })
    .leftJoin(locations, eq(locations.id, calendarFeeds.locationId))
    .where(and(eq(calendarFeeds.userId, userId), isNull(calendarFeeds.endedAt), which))
    .orderBy(asc(calendarFeeds.id));

export type FeedRow = Awaited<ReturnType<typeof selectFeeds>>[number];
