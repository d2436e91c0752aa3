import { eq } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { type FeedRow, selectFeeds } from "./store";

/** The caller's active feeds, and whether the workspace allows team feeds. @throws ApiError FORBIDDEN */
export async function listFeeds(ctx: Ctx): Promise<{ items: FeedRow[]; teamFeedsAllowed: boolean }> {
  const { userId, workspaceId } = ctx.actor;
  if (userId === null) throw new ApiError("FORBIDDEN");
  const [items, [workspace]] = await Promise.all([
    selectFeeds(ctx, userId),
    ctx.db
      .select({ teamFeedsAllowed: workspaces.teamFeedsAllowed })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId)),
  ]);
  return { items, teamFeedsAllowed: workspace?.teamFeedsAllowed ?? false };
}
