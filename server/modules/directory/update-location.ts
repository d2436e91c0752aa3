import { and, eq } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { orConflict } from "@/server/kernel/conflict";
import { changesOf } from "@/server/modules/audit/changes";
import { recordAudit } from "@/server/modules/audit/record";
import { locationNameTaken } from "./create-location";
import { getLocation, type LocationDetailRow } from "./get-location";
import type { LocationPatch } from "./schema";
import { holdDirectory, yieldDefault } from "./store";
import { needsAnother } from "./update-department";

/**
 * Leave that was booked before keeps the working days that it was booked with.
 * @throws ApiError FORBIDDEN for anybody but an administrator, RESOURCE_NOT_FOUND, CONFLICT when the name is taken or the default
 * would be left without another
 */
export function updateLocation(ctx: Ctx, id: string, patch: LocationPatch): Promise<LocationDetailRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await holdDirectory(tx);
    const before = await getLocation(tx, id);
    if (before.isDefault && patch.isDefault === false) throw needsAnother("location");
    if (patch.isDefault) await yieldDefault(tx, locations, id);
    const itself = and(eq(locations.workspaceId, tx.actor.workspaceId), eq(locations.id, id));
    await orConflict(tx.db.update(locations).set(patch).where(itself), locationNameTaken);
    await recordAudit(tx, {
      action: "location.update",
      resourceType: "location",
      resourceId: id,
      changes: changesOf(before, patch),
    });
    return getLocation(tx, id);
  });
}
