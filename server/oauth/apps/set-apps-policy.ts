import { eq } from "drizzle-orm";
import type { AppsPolicy } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { revokeGrantsOfUnlisted } from "../grants/revoke";
import { loadAppsPolicy } from "./apps-policy";

/**
 * Lets users connect any app, or only listed ones; the latter ends every connection to another app at once (decision 13.9).
 * @returns how many connections ended
 * @throws ApiError FORBIDDEN
 */
export function setAppsPolicy(ctx: Ctx, policy: AppsPolicy): Promise<{ endedCount: number }> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const before = await loadAppsPolicy(tx, true);
    if (before === policy) return { endedCount: 0 };
    const { workspaceId, userId } = tx.actor;
    await tx.db.update(workspaces).set({ appsPolicy: policy }).where(eq(workspaces.id, workspaceId));
    await recordAudit(tx, {
      action: "workspace.update",
      resourceType: "workspace",
      resourceId: workspaceId,
      changes: { appsPolicy: { from: before, to: policy } },
    });
    if (policy === "ANY") return { endedCount: 0 };
    const by = { now: tx.now(), actingUserId: userId, requestId: tx.requestId };
    return { endedCount: await revokeGrantsOfUnlisted(tx.db, { workspaceId }, by) };
  });
}
