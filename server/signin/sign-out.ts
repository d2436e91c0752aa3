import { eq } from "drizzle-orm";
import { sessions } from "@/drizzle/schema/signin";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Services } from "@/server/kernel/services";
import { endSessions } from "@/server/modules/people/sessions/end";
import { recordAuditLines } from "@/server/modules/workspace/audit/record";
import type { SessionRef } from "./session-cookie";

/** Ends one session. Idempotent. */
export async function signOut(
  { db, clock }: Services,
  { workspaceId, sessionId }: SessionRef,
): Promise<void> {
  const at = clock();
  await db.transaction(async (tx) => {
    const which = eq(sessions.id, sessionId);
    const lines = await endSessions(tx, { workspaceId, which, at, reason: "SIGNED_OUT" });
    if (lines.length === 0) return;
    const [whose] = await scoped(workspaceOf({ workspaceId }), sessions)
      .select(tx, { actingUserId: sessions.userId })
      .where(which);
    await recordAuditLines(tx, { workspaceId, at, actingUserId: whose?.actingUserId ?? null }, lines);
  });
}
