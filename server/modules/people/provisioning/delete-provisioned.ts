import { provisionedPeople } from "@/drizzle/schema/provisioning";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { getProvisioned } from "./get-provisioned";
import type { ProvisionedRow } from "./present";
import { lockDirectory, rowOf, settleStatus } from "./settle-person";

/**
 * The directory deletes a user: the person is deactivated, never erased, and is no longer found (RFC 7644, 3.6).
 * @throws ScimError 404; ApiError CONFLICT for the last administrator
 */
export function deleteProvisioned(
  ctx: Ctx,
  userId: string | null,
  check: (row: ProvisionedRow) => void,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockDirectory(tx);
    const row = await getProvisioned(tx, userId);
    check(row);
    await settleStatus(tx, row.userId, false);
    await scoped(workspaceOf(tx.actor), provisionedPeople)
      .update(tx.db)
      .set({ removedAt: tx.now(), updatedAt: tx.now() })
      .where(rowOf(tx, row.userId));
  });
}
