import { sql } from "drizzle-orm";
import type { DayCounts } from "@/drizzle/schema/day-counts";
import { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { dayNumber, localDate } from "@/server/kernel/time/calendar-date";
import { readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { periodOf } from "./period";
import { createdAtOf } from "./policy";
import type { JudgedLeave } from "./read-facts";
import type { LeaveRow } from "./store";

const policiesQuery = preparedBy((db) =>
  scoped(givenWorkspace, leavePolicies)
    .selectAll(db)
    .where(isAnyOf(leavePolicies.locationId, sql.placeholder("locationIds")))
    .prepare("policies_of_rules"),
);

/**
 * Stored leave as rules judge it: asked for on the day of its creation at the person's location.
 * @param policies without them, no rule about the balance judges it
 * @returns in the order of the rows
 */
export async function readJudged(
  ctx: Ctx,
  rows: readonly { leave: LeaveRow; counts: DayCounts }[],
  policies: "policies" | "" = "",
): Promise<JudgedLeave[]> {
  const { workspaceId } = ctx.actor;
  const locationIds = [...new Set(rows.map(({ leave }) => leave.locationId))];
  const [employees, found] = await Promise.all([
    readEmployees(ctx, [...new Set(rows.map(({ leave }) => leave.userId))]),
    policies ? policiesQuery(ctx.db).execute({ workspaceId, locationIds }) : [],
  ]);
  const policyOf = new Map(found.map((one) => [`${one.locationId} ${one.leaveTypeId}`, one]));
  return rows.map(({ leave, counts }) => {
    const { id, leaveTypeId, locationId } = leave;
    const employee = employees.get(leave.userId);
    if (!employee) throw new Error("Leave has a person");
    return {
      ...{ employee, leaveTypeId, locationId, id },
      askedOn: dayNumber(localDate(createdAtOf(leave), employee.timezone)),
      policy: policyOf.get(`${locationId} ${leaveTypeId}`) ?? null,
      change: { leave: { period: periodOf(leave), days: counts }, replaced: null },
    };
  });
}
