import { allowedApps } from "@/drizzle/schema/oauth";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { clientIdOf } from "../clients/client-id";
import { loadAppsPolicy } from "./apps-policy";
import { findApp } from "./find-app";

/**
 * Lists an app for the users of the workspace; a listed app stays listed.
 * @param clientId its client_id, which may be the URL of a document that no one here has used yet
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, VALIDATION_ERROR, RATE_LIMITED
 */
export async function allowApp(ctx: Ctx, clientId: string): Promise<void> {
  requireAdmin(ctx);
  const client = await findApp(ctx, clientId);
  await inTransaction(ctx, async (tx) => {
    await loadAppsPolicy(tx, true);
    const { workspaceId, userId } = tx.actor;
    const entry = { workspaceId, clientId: client.id, allowedById: userId, allowedAt: tx.now() };
    const [added] = await tx.db.insert(allowedApps).values(entry).onConflictDoNothing().returning();
    if (!added) return;
    await recordAudit(tx, {
      action: "oauth_client.allow",
      resourceType: "oauth_client",
      resourceId: client.id,
      changes: { name: { to: client.name }, client: { to: clientIdOf(client) } },
    });
  });
}
