import { eq, sql } from "drizzle-orm";
import { userSettings } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { minute, plus } from "@/server/kernel/time/clock";

/** A visit ends after this long without activity. */
const visitEndsAfterMs = 30 * minute;

function personOf({ actor: { workspaceId, userId } }: Ctx): { workspaceId: string; userId: string } {
  if (userId === null) throw new ApiError("FORBIDDEN");
  return { workspaceId, userId };
}

/** The time of the acting person's previous visit to the errors page; null when there was none. */
export async function findErrorsVisit(ctx: Ctx): Promise<{ visitedBefore: Date | null }> {
  const { workspaceId, userId } = personOf(ctx);
  const [row] = await scoped(workspaceOf({ workspaceId }), userSettings)
    .select(ctx.db, { at: userSettings.errorsVisitedAt, before: userSettings.errorsVisitedBefore })
    .where(eq(userSettings.userId, userId));
  const goesOn = row?.at != null && row.at > plus(ctx.now(), -visitEndsAfterMs);
  return { visitedBefore: (goesOn ? row.before : row?.at) ?? null };
}

/** Records that the acting person views the errors page: extends the current visit or starts a new one. */
export async function noteErrorsVisit(ctx: Ctx): Promise<void> {
  const { workspaceId, userId } = personOf(ctx);
  const now = ctx.now();
  const { errorsVisitedAt: at, errorsVisitedBefore: before } = userSettings;
  const endedBy = plus(now, -visitEndsAfterMs).toISOString();
  await ctx.db
    .insert(userSettings)
    .values({ workspaceId, userId, errorsVisitedAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [userSettings.workspaceId, userSettings.userId],
      set: {
        errorsVisitedAt: sql`greatest(${at}, excluded.errors_visited_at)`,
        errorsVisitedBefore: sql`case when ${at} <= ${endedBy}::timestamptz then ${at} else ${before} end`,
      },
    });
}
