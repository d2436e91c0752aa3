import { eq } from "drizzle-orm";
import { labels } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { recordAudit } from "@/server/modules/audit/record";

/** Deletes a label and takes it from the people who carry it. @throws ApiError FORBIDDEN for anybody but an administrator, RESOURCE_NOT_FOUND */
export function deleteLabel(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const [label] = await scoped(workspaceOf(tx.actor), labels)
      .delete(tx.db)
      .where(eq(labels.id, id))
      .returning({ name: labels.name });
    if (!label) throw new ApiError("RESOURCE_NOT_FOUND");
    await recordAudit(tx, {
      action: "label.delete",
      resourceType: "label",
      resourceId: id,
      changes: { name: { from: label.name } },
    });
  });
}
