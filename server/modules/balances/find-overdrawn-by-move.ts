import { eq } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { readEmployees } from "@/server/modules/work-calendar/read-employee";
import { toDays } from "@/server/modules/work-calendar/working-days";
import { findOverdrawnByRules } from "./find-overdrawn-by-rules";

/**
 * Whose booked or requested leave would not be covered any more if they worked at another location, by its policies and accounting years:
 * how many days are missing, by person. A leave type that the location does not have stops nobody. Whoever moves them holds the people,
 * and the rules (`holdRulesShared`).
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
