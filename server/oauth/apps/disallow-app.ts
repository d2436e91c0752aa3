import { eq } from "drizzle-orm";
import { allowedApps } from "@/drizzle/schema/oauth";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { clientUuid } from "../clients/client-id";
import { revokeGrantsOfUnlisted } from "../grants/revoke";
import { loadAppsPolicy } from "./apps-policy";

/**
 * Removes an app from the list. Where only listed apps are allowed, its connections in the workspace end at once.
 * @returns how many connections ended
 * @throws ApiError FORBIDDEN; RESOURCE_NOT_FOUND when it is not listed
 */
export function disallowApp(ctx: Ctx, clientId: string): Promise<{ endedCount: number }> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const policy = await loadAppsPolicy(tx, true);
    const { workspaceId, userId } = tx.actor;
    const id = clientUuid(clientId);
    const [entry] = await scoped(workspaceOf(tx.actor), allowedApps)
      .delete(tx.db)
      .where(eq(allowedApps.clientId, id))
      .returning();
    if (!entry) throw new ApiError("RESOURCE_NOT_FOUND");
    await recordAudit(tx, {
      action: "oauth_client.disallow",
      resourceType: "oauth_client",
      resourceId: id,
      changes: { client: { from: clientId } },
    });
    if (policy === "ANY") return { endedCount: 0 };
    const by = { now: tx.now(), actingUserId: userId, requestId: tx.requestId };
    return { endedCount: await revokeGrantsOfUnlisted(tx.db, { workspaceId, clientId: id }, by) };
  });
}
