import { and, eq, isNull } from "drizzle-orm";
import { oauthGrants } from "@/drizzle/schema/oauth";
import { sessions, signinTokens } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { endSessions } from "@/server/modules/people/sessions/end";
import { recordAudit } from "@/server/modules/workspace/audit/record";

/** Voids the links that were mailed to a person. */
export async function voidMailedLinks(tx: Ctx, userId: string): Promise<void> {
  await scoped(workspaceOf(tx.actor), signinTokens)
    .update(tx.db)
    .set({ usedAt: tx.now() })
    .where(and(eq(signinTokens.userId, userId), isNull(signinTokens.usedAt)));
}

/**
 * Ends a person's sessions, connected apps and mailed links at once (decisions 2.1, 3.11). Their status alone would shut them out, but a
 * reactivation would revive old credentials. API keys answer 403 by their owner's status.
 */
export async function endAccess(tx: Ctx, userId: string): Promise<void> {
  const { workspaceId } = tx.actor;
  const revokedAt = tx.now();
  // Links before sessions before grants: a session or grant that one of them is just creating has committed when its own turn comes.
  await voidMailedLinks(tx, userId);
  const which = eq(sessions.userId, userId);
  const ended = await endSessions(tx.db, {
    ...{ workspaceId, which, at: revokedAt, reason: "USER_DEACTIVATED", all: { userId } },
  });
  for (const line of ended) await recordAudit(tx, line);
  const grants = await scoped(workspaceOf({ workspaceId }), oauthGrants)
    .update(tx.db)
    .set({ revokedAt, revocationReason: "USER_DEACTIVATED" })
    .where(and(eq(oauthGrants.userId, userId), isNull(oauthGrants.revokedAt)))
    .returning({ id: oauthGrants.id });
  for (const { id } of grants)
    await recordAudit(tx, { action: "oauth_grant.revoke", resourceType: "oauth_grant", resourceId: id });
  if (grants.length > 0) await tell(tx, "disconnected", { grantIds: grants.map(({ id }) => id) });
}
