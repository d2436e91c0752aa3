import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { feedUrl, newToken } from "./create-feed";
import { ownFeed } from "./end-feed";

/**
 * Gives one of the caller's feeds a new URL; the old one answers 404 from now on.
 * @returns the URL, shown only this once
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export function rotateFeed(ctx: Ctx, id: string): Promise<{ id: string; url: string }> {
  return inTransaction(ctx, async (tx) => {
    const { token, hash } = newToken(tx.actor.workspaceId);
    const changed = await scoped(workspaceOf(tx.actor), calendarFeeds)
      .update(tx.db)
      .set({ hash, rotatedAt: tx.now(), fetchedAt: null, fetchedBy: null })
      .where(ownFeed(tx, id))
      .returning({ id: calendarFeeds.id });
    if (changed.length === 0) throw new ApiError("RESOURCE_NOT_FOUND");
    await recordAudit(tx, {
      action: "calendar_feed.rotate",
      resourceType: "calendar_feed",
      resourceId: id,
    });
    return { id, url: feedUrl(tx, token) };
  });
}
