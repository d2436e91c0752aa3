import { eq } from "drizzle-orm";
import { labels } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { orConflict } from "@/server/kernel/http/conflict";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { labelNameTaken } from "./create-label";
import { getLabel } from "./get-label";
import type { LabelRow } from "./list-labels";
import type { LabelPatch } from "./schema";
import { touchLabelledUsers } from "./touch-labelled-users";

/** @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when the name is taken */
export function updateLabel(ctx: Ctx, id: string, patch: LabelPatch): Promise<LabelRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const before = await getLabel(tx, id);
    await orConflict(
      scoped(workspaceOf(tx.actor), labels).update(tx.db).set(patch).where(eq(labels.id, id)),
      labelNameTaken,
    );
    if (patch.name !== undefined && patch.name !== before.name) await touchLabelledUsers(tx, id);
    await recordAudit(tx, {
      action: "label.update",
      resourceType: "label",
      resourceId: id,
      changes: changesOf(before, patch),
    });
    return { ...before, ...patch };
  });
}
