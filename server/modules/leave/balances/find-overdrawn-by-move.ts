import { eq } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { findOverdrawnByRules } from "./find-overdrawn";

/**
 * Finds people whose booked or requested leave would no longer be covered at another location, by its policies and accounting years.
 * Returns the missing days by person. A leave type that the location does not have blocks no move. A caller that moves people has locked
 * them and the rules (`lockRulesShared`).
 */
export async function findOverdrawnByMove(
  ctx: Ctx,
  userIds: readonly string[],
  locationId: string,
): Promise<ReadonlyMap<string, number>> {
  const found = await readEmployees(ctx, userIds);
  const moving = [...found.values()].filter(
    (employee) => employee.status === "ACTIVE" && employee.locationId !== locationId,
  );
  if (moving.length === 0) return new Map();
  const whole = workspaceOf(ctx.actor);
  const [[location], policies] = await Promise.all([
    scoped(whole, locations)
      .select(ctx.db, {
        quotaReset: locations.quotaReset,
        yearStart: locations.yearStart,
        rolloverExpiry: locations.rolloverExpiry,
      })
      .where(eq(locations.id, locationId)),
    scoped(whole, leavePolicies)
      .selectAll(ctx.db)
      .where(
        isAnyOf(leavePolicies.locationId, [...new Set([locationId, ...moving.map((one) => one.locationId)])]),
      ),
  ]);
  if (!location) return new Map();
  const policyAt = new Map(policies.map((policy) => [`${policy.locationId} ${policy.leaveTypeId}`, policy]));
  const there = policies.filter((policy) => policy.locationId === locationId);
  const overdrawn = await findOverdrawnByRules(
    ctx,
    moving.flatMap((employee) =>
      there.map((after) => ({
        ...{ employee, after, location },
        before: policyAt.get(`${employee.locationId} ${after.leaveTypeId}`) ?? null,
      })),
    ),
  );
  return new Map(overdrawn.map(({ employee, missing }) => [employee.id, toDays(missing)]));
}
