import { eq } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { orConflict } from "@/server/kernel/http/conflict";
import { tell, type YearsOfLocation } from "@/server/modules/integrations/events/subscribers";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { locationNameTaken } from "./create-location";
import { getLocation, type LocationDetailRow } from "./get-location";
import type { LocationPatch } from "./schema";
import { lockDirectory, yieldDefault } from "./store";
import { needsAnother } from "./update-department";

const yearsOf = ({ quotaReset, yearStart, rolloverExpiry }: YearsOfLocation): YearsOfLocation => ({
  quotaReset,
  yearStart,
  rolloverExpiry,
});

/**
 * Leave booked earlier keeps its working days.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when the name is taken or no default would
 * be left, LEAVE_NEGATIVE_BALANCE when other accounting years would leave leave uncovered
 */
export function updateLocation(ctx: Ctx, id: string, patch: LocationPatch): Promise<LocationDetailRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockDirectory(tx);
    const before = await getLocation(tx, id);
    if (before.isDefault && patch.isDefault === false) throw needsAnother("location");
    const years = yearsOf({ ...before, ...patch });
    if (Object.keys(changesOf(yearsOf(before), years)).length > 0)
      await tell(tx, "yearsChanging", { locationId: id, to: years });
    if (patch.isDefault) await yieldDefault(tx, locations, id);
    await orConflict(
      scoped(workspaceOf(tx.actor), locations).update(tx.db).set(patch).where(eq(locations.id, id)),
      locationNameTaken,
    );
    await recordAudit(tx, {
      action: "location.update",
      resourceType: "location",
      resourceId: id,
      changes: changesOf(before, patch),
    });
    return getLocation(tx, id);
  });
}
