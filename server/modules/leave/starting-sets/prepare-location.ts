import { eq } from "drizzle-orm";
import { holidays, locations } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { lockRulesShared } from "@/server/modules/leave/balances/lock-rules";
import { findLocationUses } from "@/server/modules/people/places/find-uses";
import { getLocation } from "@/server/modules/people/places/get-location";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { writeDefaultSet } from "./write-default-set";

/** What a location lacks. */
export interface Lacks {
  policies: boolean;
  holidays: boolean;
  /** The default location, whose policies and holidays it can get; null once this one is used, or when it is the default. */
  like: string | null;
}

/** @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND */
export async function findLacks(ctx: Ctx, locationId: string): Promise<Lacks> {
  requireAdmin(ctx);
  const workspace = workspaceOf(ctx.actor);
  const { isDefault } = await getLocation(ctx, locationId);
  const lacks = async (table: typeof leavePolicies | typeof holidays) =>
    (
      await scoped(workspace, table)
        .select(ctx.db, { locationId: table.locationId })
        .where(eq(table.locationId, locationId))
        .limit(1)
    ).length === 0;
  const [uses, policies, free, [home]] = await Promise.all([
    findLocationUses(ctx, locationId),
    lacks(leavePolicies),
    lacks(holidays),
    scoped(workspace, locations)
      .select(ctx.db, { name: locations.name })
      .where(eq(locations.isDefault, true)),
  ]);
  return { policies, holidays: free, like: isDefault || uses.length > 0 ? null : (home?.name ?? null) };
}

/**
 * Gives a location that is not used yet the leave policies and public holidays of the default one: no leave there has to be counted again.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when it is used or has policies
 */
export async function prepareLocation(
  ctx: Ctx,
  locationId: string,
): Promise<{ policyCount: number; holidayCount: number }> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockRulesShared(tx);
    // No one can come to it meanwhile.
    await scoped(workspaceOf(tx.actor), locations)
      .select(tx.db, { id: locations.id })
      .where(eq(locations.id, locationId))
      .for("update");
    const { policies, like } = await findLacks(tx, locationId);
    if (!policies || like === null) throw new ApiError("CONFLICT", because("locationPrepared"));
    const written = await writeDefaultSet(tx, [locationId]);
    await recordAudit(tx, {
      action: "location.update",
      resourceType: "location",
      resourceId: locationId,
      changes: { settingsLike: { to: like } },
    });
    return written;
  });
}
