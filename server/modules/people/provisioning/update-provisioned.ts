import { provisionedPeople } from "@/drizzle/schema/provisioning";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { lockAdministrators } from "@/server/modules/people/people/lock-user";
import { findPlaceChange } from "./find-decided";
import { getProvisioned } from "./get-provisioned";
import { type ProvisionedRow, userOf } from "./present";
import { lockDirectory, orTaken, rowOf, settleFields, settleStatus, stored } from "./settle-person";
import { lockPlace } from "./settle-place";
import type { ProvisionedUser } from "./user-attributes";

/**
 * Changes a user as `change` says, within one transaction: all of it, or nothing.
 * @param check is called with the resource as it is, before anything is written: for If-Match
 * @throws ScimError 404, and what `createProvisioned` throws; ApiError CONFLICT for the last administrator
 */
export function updateProvisioned(
  ctx: Ctx,
  userId: string | null,
  check: (row: ProvisionedRow) => void,
  change: (before: ProvisionedUser) => ProvisionedUser,
): Promise<ProvisionedRow> {
  return inTransaction(ctx, async (tx) => {
    await lockDirectory(tx);
    const row = await getProvisioned(tx, userId);
    check(row);
    const before = userOf(row);
    const after = change(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return row;
    // Administrators before people: everyone locks in this order.
    await lockAdministrators(tx);
    await lockPlace(tx, await findPlaceChange(tx, before, after));
    const at = tx.now();
    const update = scoped(workspaceOf(tx.actor), provisionedPeople).update(tx.db);
    await orTaken(update.set({ ...stored(after), updatedAt: at }).where(rowOf(tx, row.userId)));
    // Access ends before anything else is looked at, and begins after it.
    if (after.active === false) await settleStatus(tx, row.userId, false);
    await settleFields(tx, row.userId, before, after);
    if (after.active === true) await settleStatus(tx, row.userId, true);
    return getProvisioned(tx, row.userId);
  });
}
