import { eq } from "drizzle-orm";
import { holidays, locations } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { orInUse } from "@/server/kernel/http/conflict";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { getLocation } from "./get-location";
import { lockDirectory } from "./store";
import { needsAnother } from "./update-department";

const inUse = {
  users: "locationPeople",
  leaves: "locationLeave",
  payroll_runs: "locationPayroll",
  connections: "locationConnection",
  holidays: "locationHoliday",
} as const;

/**
 * Deletes a location with its holidays, policies and location admins.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when it is the default or in use
 */
export function deleteLocation(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockDirectory(tx);
    const before = await getLocation(tx, id);
    if (before.isDefault) throw needsAnother("location");
    const { workspaceId } = tx.actor;
    await scoped(workspaceOf({ workspaceId }), holidays).delete(tx.db).where(eq(holidays.locationId, id));
    await orInUse(
      scoped(workspaceOf({ workspaceId }), locations).delete(tx.db).where(eq(locations.id, id)),
      inUse,
    );
    await recordAudit(tx, {
      action: "location.delete",
      resourceType: "location",
      resourceId: id,
      changes: { name: { from: before.name } },
    });
  });
}
