import { desc, eq } from "drizzle-orm";
import { connections } from "@/drizzle/schema/connections";
import { sessions } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import type { SessionItem } from "./schema";

/**
 * A person's last sign-in, for administrators; null when there was none in the last weeks: ended sessions are kept for one.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function findLastSignIn(
  ctx: Ctx,
  userId: string,
): Promise<Pick<SessionItem, "createdAt" | "method" | "secondFactor" | "connectionName"> | null> {
  requireAdmin(ctx);
  const [last] = await scoped(workspaceOf(ctx.actor), sessions)
    .select(ctx.db, {
      createdAt: sessions.createdAt,
      method: sessions.method,
      secondFactor: sessions.secondFactor,
      connectionName: connections.name,
    })
    .leftJoin(connections, eq(connections.id, sessions.connectionId))
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(1);
  return last ?? null;
}
