import { and, isNull, type SQL } from "drizzle-orm";
import { sessions } from "@/drizzle/schema/signin";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import type { AuditLine } from "@/server/modules/workspace/audit/record";

/** Why a session ended before its expiry. */
export type EndReason = "SIGNED_OUT" | "SIGNED_OUT_ELSEWHERE" | "PASSWORD_CHANGED" | "USER_DEACTIVATED";

/**
 * Ends a person's matching sessions. The caller opens the transaction.
 * @returns an audit line for each live session
 */
export async function endSessions(
  db: Db,
  {
    workspaceId,
    which,
    at,
    reason,
  }: { workspaceId: string; which: SQL | undefined; at: Date; reason: EndReason },
): Promise<AuditLine[]> {
  const ended = await scoped(workspaceOf({ workspaceId }), sessions)
    .update(db)
    .set({ revokedAt: at })
    .where(and(which, isNull(sessions.revokedAt)))
    .returning({ id: sessions.id, expiresAt: sessions.expiresAt });
  return ended
    .filter(({ expiresAt }) => expiresAt > at)
    .map(({ id }) => ({
      action: "session.end",
      resourceType: "session",
      resourceId: id,
      changes: { reason: { to: reason } },
    }));
}
