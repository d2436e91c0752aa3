import { eq } from "drizzle-orm";
import { labels } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { touchLabelledUsers } from "./touch-labelled-users";

/** Deletes a label and removes it from its people. @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND */
export function deleteLabel(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const ofWorkspace = scoped(workspaceOf(tx.actor), labels);
    const [label] = await ofWorkspace
      .select(tx.db, { name: labels.name })
      .where(eq(labels.id, id))
      .for("update");
    if (!label) throw new ApiError("RESOURCE_NOT_FOUND");
    await touchLabelledUsers(tx, id);
    await ofWorkspace.delete(tx.db).where(eq(labels.id, id));
    await recordAudit(tx, {
      action: "label.delete",
      resourceType: "label",
      resourceId: id,
      changes: { name: { from: label.name } },
    });
  });
}
