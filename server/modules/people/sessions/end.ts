import { and, eq, isNull, ne, type SQL } from "drizzle-orm";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { sessions } from "@/drizzle/schema/signin";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { AuditLine } from "@/server/modules/workspace/audit/record";

/** Why a session ended before its expiry. */
type EndReason =
  | "SIGNED_OUT"
  | "SIGNED_OUT_ELSEWHERE"
  | "PASSWORD_CHANGED"
  | "USER_DEACTIVATED"
  | "CONNECTIONS_ONLY"
  | "PROVIDER_SIGNED_OUT"
  | "EMERGENCY_ACCESS_ENDED"
  | "FACTOR_ADDED";

interface Ending {
  workspaceId: string;
  which: SQL | undefined;
  at: Date;
  reason: EndReason;
  /** The person, where all of their sessions but one end. */
  all?: { userId: string; keep?: string | undefined };
}

/**
 * Ends a person's matching sessions, and push notifications in these browsers (decision 18.42): of all sessions, also in browsers whose
 * session has expired. The caller opens the transaction.
 * @returns an audit line for each live session
 */
export async function endSessions(
  db: Db,
  { workspaceId, which, at, reason, all }: Ending,
): Promise<AuditLine[]> {
  const ended = await scoped(workspaceOf({ workspaceId }), sessions)
    .update(db)
    .set({ revokedAt: at })
    .where(and(which, isNull(sessions.revokedAt)))
    .returning({ id: sessions.id, expiresAt: sessions.expiresAt });
  const ids = ended.map(({ id }) => id);
  const inThese = isAnyOf(pushSubscriptions.sessionId, ids);
  if (all || ids.length > 0)
    await scoped(workspaceOf({ workspaceId }), pushSubscriptions)
      .delete(db)
      .where(all ? devicesOf(all) : inThese);
  return ended
    .filter(({ expiresAt }) => expiresAt > at)
    .map(({ id }) => ({
      action: "session.end",
      resourceType: "session",
      resourceId: id,
      changes: { reason: { to: reason } },
    }));
}

const devicesOf = ({ userId, keep }: NonNullable<Ending["all"]>): SQL | undefined =>
  and(eq(pushSubscriptions.userId, userId), keep ? ne(pushSubscriptions.sessionId, keep) : undefined);
