import { and, eq, isNotNull } from "drizzle-orm";
import { provisioningTokens } from "@/drizzle/schema/provisioning";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import { scoped } from "@/server/access/scoped";
import { acquireLock } from "@/server/kernel/database/lock";
import { newId } from "@/server/kernel/ids";
import { plus } from "@/server/kernel/time/clock";
import { newSecret, presentedSecret } from "@/server/kernel/workspace-secret";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { getConnection } from "@/server/modules/workspace/connections/list";
import { overlapMs, tokenPrefix } from "./policy";

/**
 * Makes a connection's token, which is shown this once. A token before it works for another day, so that the directory can be given the new
 * one without a break; those that had such a day already end.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND
 */
export async function createProvisioningToken(ctx: Ctx, connectionId: string): Promise<string> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  const token = tokenPrefix + newSecret(ctx.actor.workspaceId);
  await inTransaction(ctx, async (tx) => {
    await getConnection(tx, connectionId);
    await acquireLock(tx.db, `provisioning-token:${connectionId}`);
    const [now, id] = [tx.now(), newId()];
    const table = scoped(workspaceOf(tx.actor), provisioningTokens);
    const ofConnection = eq(provisioningTokens.connectionId, connectionId);
    await table.delete(tx.db).where(and(ofConnection, isNotNull(provisioningTokens.expiresAt)));
    await table
      .update(tx.db)
      .set({ expiresAt: plus(now, overlapMs) })
      .where(ofConnection);
    await tx.db.insert(provisioningTokens).values({
      ...{ workspaceId: tx.actor.workspaceId, id, connectionId, createdAt: now },
      hash: presentedSecret(token.slice(tokenPrefix.length)).hash,
      lastFour: token.slice(-4),
    });
    await recordAudit(tx, {
      action: "connection.issue_token",
      resourceType: "connection",
      resourceId: connectionId,
      changes: { lastFour: { to: token.slice(-4) } },
    });
  });
  return token;
}
