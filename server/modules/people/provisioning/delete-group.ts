import { eq } from "drizzle-orm";
import { provisionedGroups } from "@/drizzle/schema/provisioning";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { connectionOf } from "./admit-directory";
import { findMapping } from "./find-mappings";
import { getGroup } from "./get-group";
import type { GroupRow } from "./present";
import { settleGroups } from "./settle-groups";
import { lockDirectory } from "./settle-person";

/**
 * Deletes a group: its members leave it, and lose what only it gave.
 * @throws ScimError 404; ApiError CONFLICT for the last administrator and the last one with emergency access
 */
export function deleteGroup(ctx: Ctx, groupId: string | null, check: (row: GroupRow) => void): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockDirectory(tx);
    const row = await getGroup(tx, groupId, true);
    check(row);
    const mapping = await findMapping(tx, row.id);
    await scoped(workspaceOf(tx.actor), provisionedGroups)
      .delete(tx.db)
      .where(eq(provisionedGroups.id, row.id));
    await settleGroups(tx, row.memberIds ?? [], mapping);
    await recordAudit(tx, {
      action: "connection.delete_group",
      resourceType: "connection",
      resourceId: connectionOf(tx),
      changes: { group: { from: row.displayName } },
    });
  });
}
