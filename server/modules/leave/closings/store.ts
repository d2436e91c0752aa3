import { asc, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { lockRules } from "@/server/modules/leave/balances/lock-rules";
import { getLocation, type LocationDetailRow } from "@/server/modules/people/places/get-location";

/**
 * Loads a location whose closed days change, and locks its people until the transaction ends, in id order: who books, cancels or recounts
 * locks the person, too, and reads the closed days after that. The lock of rules is that of recounts for public holidays.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND
 */
export async function lockLocation(tx: Ctx, id: string): Promise<LocationDetailRow> {
  requireAdmin(tx);
  await lockRules(tx);
  await scoped(workspaceOf(tx.actor), users)
    .select(tx.db, { id: users.id })
    .where(eq(users.locationId, id))
    .orderBy(asc(users.id))
    .for("no key update");
  return getLocation(tx, id);
}
