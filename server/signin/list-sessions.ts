import { and, desc, eq, getTableColumns, gt, isNull } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { sessions } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { encodeId } from "@/server/kernel/schema";
import { personOf } from "./person-of";
import type { SessionItem } from "./schema";

/** The acting person's live sessions, the last used first. */
export async function listSessions(ctx: Ctx): Promise<SessionItem[]> {
  const { workspaceId, userId, sessionId } = personOf(ctx);
  const rows = await scoped(workspaceOf({ workspaceId }), sessions)
    .select(ctx.db, { ...getTableColumns(sessions), connectionName: connections.name })
    .leftJoin(connections, eq(connections.id, sessions.connectionId))
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, ctx.now())))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map((row) => ({
    id: encodeId("session", row.id),
    isCurrent: row.id === sessionId,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    userAgent: row.userAgent,
    ip: row.ip,
    method: row.method,
    secondFactor: row.secondFactor,
    connectionName: row.connectionName,
  }));
}
