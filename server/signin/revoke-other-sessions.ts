import { and, eq, ne } from "drizzle-orm";
import { sessions } from "@/drizzle/schema/signin";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { endSessions } from "@/server/modules/people/sessions/end";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { personOf } from "./person-of";

/** Ends all sessions of the acting person except the current one. @returns how many live sessions ended */
export function revokeOtherSessions(ctx: Ctx): Promise<{ revokedCount: number }> {
  const { workspaceId, userId, sessionId } = personOf(ctx);
  const which = and(eq(sessions.userId, userId), ne(sessions.id, sessionId));
  return inTransaction(ctx, async (tx) => {
    const at = tx.now();
    const all = { userId, keep: sessionId };
    const ended = await endSessions(tx.db, { workspaceId, which, at, reason: "SIGNED_OUT_ELSEWHERE", all });
    for (const line of ended) await recordAudit(tx, line);
    return { revokedCount: ended.length };
  });
}
