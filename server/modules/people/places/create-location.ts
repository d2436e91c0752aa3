import { locations } from "@/drizzle/schema/directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { orConflict } from "@/server/kernel/http/conflict";
import { newId } from "@/server/kernel/ids";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { getLocation, type LocationDetailRow } from "./get-location";
import type { LocationCreate } from "./schema";
import { lockDirectory, yieldDefault } from "./store";

export const locationNameTaken = { locations_name_unique: "locationName" } as const;

/** @throws ApiError FORBIDDEN unless the caller is an administrator, CONFLICT when the name is taken */
export function createLocation(ctx: Ctx, input: LocationCreate): Promise<LocationDetailRow> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockDirectory(tx);
    const id = newId();
    if (input.isDefault) await yieldDefault(tx, locations, id);
    const row = { workspaceId: tx.actor.workspaceId, id, ...input, createdAt: tx.now() };
    await orConflict(tx.db.insert(locations).values(row), locationNameTaken);
    await recordAudit(tx, {
      action: "location.create",
      resourceType: "location",
      resourceId: id,
      changes: changesOf({}, input),
    });
    return getLocation(tx, id);
  });
}
