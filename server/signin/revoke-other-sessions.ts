import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { sessions } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { personOf } from "./person-of";

/** Signs the acting person out everywhere but here. @returns how many live sessions ended */
export async function revokeOtherSessions(ctx: Ctx): Promise<{ revokedCount: number }> {
  const { workspaceId, userId, sessionId } = personOf(ctx);
  const now = ctx.now();
  const revoked = await ctx.db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.workspaceId, workspaceId),
        eq(sessions.userId, userId),
        ne(sessions.id, sessionId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    )
    .returning({ id: sessions.id });
  return { revokedCount: revoked.length };
}
