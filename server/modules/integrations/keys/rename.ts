import { eq } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { type KeyRow, loadKey } from "./store";

/** @throws ApiError RESOURCE_NOT_FOUND when the key does not exist or belongs to another user */
export function renameApiKey(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<KeyRow> {
  return inTransaction(ctx, async (tx) => {
    const before = await loadKey(tx, id);
    if (before.name === name) return before;
    await scoped(workspaceOf(tx.actor), apiKeys).update(tx.db).set({ name }).where(eq(apiKeys.id, id));
    await recordAudit(tx, {
      action: "api_key.rename",
      resourceType: "api_key",
      resourceId: id,
      changes: { name: { from: before.name, to: name } },
    });
    return { ...before, name };
  });
}
