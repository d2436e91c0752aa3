import { and, eq, isNull, type SQL } from "drizzle-orm";
import { calendarFeeds } from "@/drizzle/schema/calendar-feeds";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/workspace/audit/record";

/** Condition for an active feed of the caller. */
export const ownFeed = (tx: Ctx, id: string): SQL | undefined =>
  and(
    eq(calendarFeeds.id, id),
    eq(calendarFeeds.userId, tx.actor.userId ?? ""),
    isNull(calendarFeeds.endedAt),
  );

/** Ends one of the caller's feeds: its URL answers 404 from now on. @throws ApiError RESOURCE_NOT_FOUND */
export function endFeed(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if ((await endWhere(tx, ownFeed(tx, id))) === 0) throw new ApiError("RESOURCE_NOT_FOUND");
  });
}

/** Ends the feeds of a user who can no longer sign in, in the open transaction. */
export async function endFeedsOf(tx: Ctx, userId: string): Promise<void> {
  await endWhere(tx, and(eq(calendarFeeds.userId, userId), isNull(calendarFeeds.endedAt)));
}

async function endWhere(tx: Ctx, which: SQL | undefined): Promise<number> {
  const ended = await scoped(workspaceOf(tx.actor), calendarFeeds)
    .update(tx.db)
    .set({ endedAt: tx.now() })
    .where(which)
    .returning({ id: calendarFeeds.id });
  for (const { id } of ended)
    await recordAudit(tx, {
      action: "calendar_feed.end",
      resourceType: "calendar_feed",
      resourceId: id,
    });
  return ended.length;
}
