import { provisionedPeople } from "@/drizzle/schema/provisioning";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { encodeId } from "@/server/kernel/schema";
import { lockAdministrators } from "@/server/modules/people/people/lock-user";
import { lockLabels } from "@/server/modules/people/people/references";
import { findMapping } from "./find-mappings";
import { getProvisioned } from "./get-provisioned";
import type { ProvisionedRow } from "./present";
import { settleGroups } from "./settle-groups";
import { lockDirectory, rowOf, settleStatus } from "./settle-person";
import { writeWithoutGroups } from "./write-members";

/**
 * The directory deletes a user: the person is deactivated, never erased, and is no longer found (RFC 7644, 3.6). They leave
 * their groups.
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
    const mappings = await Promise.all(row.groups.map(({ id }) => findMapping(tx, id)));
    // Administrators before labels before people: everyone locks in this order.
    await lockAdministrators(tx);
    await lockLabels(
      tx,
      mappings.flatMap((mapping) => (mapping?.labelId ? encodeId("label", mapping.labelId) : [])),
    );
    await settleStatus(tx, row.userId, false);
    await writeWithoutGroups(tx, row.userId);
    for (const mapping of mappings) await settleGroups(tx, [row.userId], mapping);
    await scoped(workspaceOf(tx.actor), provisionedPeople)
      .update(tx.db)
      .set({ removedAt: tx.now(), updatedAt: tx.now() })
      .where(rowOf(tx, row.userId));
  });
}
