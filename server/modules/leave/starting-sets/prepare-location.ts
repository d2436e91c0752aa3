import { and, eq, ne } from "drizzle-orm";
import { holidays, locations } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { lockRulesShared } from "@/server/modules/leave/balances/lock-rules";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { writeDefaultSet } from "./write-default-set";

/** What a location lacks. */
export interface Lacks {
  policies: boolean;
  holidays: boolean;
  /** The default location, whose policies and holidays it can get; null while someone works at this one, or it is the default. */
  like: string | null;
}

/** @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND */
export async function findLacks(ctx: Ctx, locationId: string, held: "lock" | "" = ""): Promise<Lacks> {
  requireAdmin(ctx);
  const workspace = workspaceOf(ctx.actor);
  const query = scoped(workspace, locations)
    .select(ctx.db, { id: locations.id, isDefault: locations.isDefault })
    .where(eq(locations.id, locationId));
  // No one can move there meanwhile.
  const [found] = await (held ? query.for("update") : query);
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  const at = { policies: leavePolicies, holidays } as const;
  const has = async (kind: keyof typeof at) =>
    (
      await scoped(workspace, at[kind])
        .select(ctx.db, { locationId: at[kind].locationId })
        .where(eq(at[kind].locationId, locationId))
        .limit(1)
    ).length > 0;
  const [person] = await scoped(workspace, users)
    .select(ctx.db, { id: users.id })
    .where(and(eq(users.locationId, locationId), ne(users.status, "DELETED")))
    .limit(1);
  const [home] = await scoped(workspace, locations)
    .select(ctx.db, { name: locations.name })
    .where(eq(locations.isDefault, true));
  const [policies, free] = [await has("policies"), await has("holidays")];
  return {
    policies: !policies,
    holidays: !free,
    like: found.isDefault || person ? null : (home?.name ?? null),
  };
}

/**
 * Gives a location at which no one works yet the leave policies and public holidays of the default one, where it has none.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT where someone works there or it has some
 */
export async function prepareLocation(
  ctx: Ctx,
  locationId: string,
): Promise<{ policyCount: number; holidayCount: number }> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockRulesShared(tx);
    const { policies, like } = await findLacks(tx, locationId, "lock");
    if (!policies || like === null) throw new ApiError("CONFLICT", because("locationFilled"));
    const copied = await writeDefaultSet(tx, [locationId]);
    await recordAudit(tx, {
      action: "location.update",
      resourceType: "location",
      resourceId: locationId,
      changes: { settingsLike: { to: like } },
    });
    return copied;
  });
}
