import { labels } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { orConflict } from "@/server/kernel/http/conflict";
import { newId } from "@/server/kernel/ids";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { getLabel } from "./get-label";
import type { LabelRow } from "./list-labels";
import type { LabelCreate } from "./schema";

export const labelNameTaken = { labels_name_unique: "labelName" } as const;

/** @throws ApiError FORBIDDEN unless the caller is an administrator, CONFLICT when the name is taken */
export function createLabel(ctx: Ctx, input: LabelCreate): Promise<LabelRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const id = newId();
    const row = { workspaceId: tx.actor.workspaceId, id, ...input, createdAt: tx.now() };
    await orConflict(tx.db.insert(labels).values(row), labelNameTaken);
    await recordAudit(tx, {
      action: "label.create",
      resourceType: "label",
      resourceId: id,
      changes: { name: { to: input.name }, color: { to: input.color } },
    });
    return getLabel(tx, id);
  });
}
