import { and, eq, isNull } from "drizzle-orm";
import { oauthGrants } from "@/drizzle/schema/oauth";
import { sessions, signinTokens } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { recordAudit } from "@/server/modules/audit/record";

/** Makes links that were mailed to a person useless. */
export async function voidMailedLinks(tx: Ctx, userId: string): Promise<void> {
  await tx.db
    .update(signinTokens)
    .set({ usedAt: tx.now() })
    .where(
      and(
        eq(signinTokens.workspaceId, tx.actor.workspaceId),
        eq(signinTokens.userId, userId),
        isNull(signinTokens.usedAt),
      ),
    );
}

/**
 * Ends a person's sessions, connected apps and mailed links at once (decisions 2.1, 3.11). Status alone would shut them out, but
 * would let them in again with old credentials when they become active again. API keys answer 403 by themselves.
 */
export async function endAccess(tx: Ctx, userId: string): Promise<void> {
  const { workspaceId } = tx.actor;
  const revokedAt = tx.now();
  // Links before sessions before grants: what one of them is just making of another is committed when its own turn has come.
  await voidMailedLinks(tx, userId);
  await tx.db
    .update(sessions)
    .set({ revokedAt })
    .where(
      and(eq(sessions.workspaceId, workspaceId), eq(sessions.userId, userId), isNull(sessions.revokedAt)),
    );
  const grants = await tx.db
    .update(oauthGrants)
    .set({ revokedAt, revocationReason: "USER_DEACTIVATED" })
    .where(
      and(
        eq(oauthGrants.workspaceId, workspaceId),
        eq(oauthGrants.userId, userId),
        isNull(oauthGrants.revokedAt),
      ),
    )
    .returning({ id: oauthGrants.id });
  for (const { id } of grants)
    await recordAudit(tx, { action: "oauth_grant.revoke", resourceType: "oauth_grant", resourceId: id });
}
