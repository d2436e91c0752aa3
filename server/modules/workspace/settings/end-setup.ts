import { and, eq, isNull } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { recordAudit } from "@/server/modules/workspace/audit/record";

/**
 * Hides "Set up your workspace" on the page Today, permanently.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export function endSetup(ctx: Ctx): Promise<void> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx.actor;
    const ended = await tx.db
      .update(workspaces)
      .set({ setUpAt: tx.now() })
      .where(and(eq(workspaces.id, workspaceId), isNull(workspaces.setUpAt)))
      .returning({ id: workspaces.id });
    if (ended.length === 0) return;
    await recordAudit(tx, {
      action: "workspace.update",
      resourceType: "workspace",
      resourceId: workspaceId,
      changes: { isSetUp: { from: false, to: true } },
    });
  });
}
