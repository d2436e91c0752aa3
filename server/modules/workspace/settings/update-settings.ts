import { eq } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { getWorkspaceSettings, type WorkspaceSettings } from "./get-settings";

/** @throws ApiError FORBIDDEN unless the caller is an administrator */
export function updateWorkspaceSettings(
  ctx: Ctx,
  patch: Partial<WorkspaceSettings>,
): Promise<WorkspaceSettings> {
  return inTransaction(ctx, async (tx) => {
    const before = await getWorkspaceSettings(tx, true);
    const changes = changesOf(before, patch);
    if (Object.keys(changes).length === 0) return before;
    const { workspaceId } = tx.actor;
    await tx.db.update(workspaces).set(patch).where(eq(workspaces.id, workspaceId));
    await recordAudit(tx, {
      action: "workspace.update",
      resourceType: "workspace",
      resourceId: workspaceId,
      changes,
    });
    return { ...before, ...patch };
  });
}
