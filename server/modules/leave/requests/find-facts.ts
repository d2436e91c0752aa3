import { eq, sql } from "drizzle-orm";
import { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { findNearMany } from "@/server/modules/leave/calendars/find-near";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { countedBy, furthestReturn } from "@/server/modules/leave/calendars/working-days";
import { meetsNone } from "./interruptions";
import { type LeaveFacts, notAvailable } from "./plan";

const policies = preparedBy((db) =>
  scoped(givenWorkspace, leavePolicies)
    .selectAll(db)
    .where(eq(leavePolicies.leaveTypeId, sql.placeholder("leaveTypeId")))
    .prepare("policies_of_leave_type"),
);

/**
 * The facts by which new leave of many people on the same days is examined, each with one statement for all. A leave type that has been
 * deactivated since the caller checked it stays good.
 * @returns in the order of the people
 */
export async function findFactsOfMany(
  ctx: Ctx,
  employees: readonly Employee[],
  { leaveTypeId, startDate, endDate }: { leaveTypeId: string; startDate: string; endDate: string },
): Promise<LeaveFacts[]> {
  const { workspaceId } = ctx.actor;
  const [rows, calendars, near] = await Promise.all([
    policies(ctx.db).execute({ workspaceId, leaveTypeId }),
    readCalendars(
      ctx,
      employees.map(({ locationId }) => locationId),
      { from: dayNumber(startDate), to: dayNumber(endDate) + furthestReturn },
    ),
    findNearMany(
      ctx,
      employees.map(({ id }) => ({ userId: id, startDate, endDate })),
    ),
  ]);
  const policyOf = new Map(rows.map((policy) => [policy.locationId, policy]));
  return employees.map(({ locationId, patterns }, place) => {
    const calendar = calendars.get(locationId);
    if (!calendar) throw new Error("A person has a location");
    const found = policyOf.get(locationId);
    // The shortest duration is for those who ask.
    const policy = found ? { ...found, shortestDuration: "HALF_DAY" as const } : null;
    return {
      policy,
      // No one reads the hours of one person of a company.
      unit: "DAYS",
      faults: policy ? [] : [notAvailable()],
      calendar: countedBy(worksBy(calendar, patterns), policy?.countMode),
      near: near[place] ?? [],
      // Days of other leave are not among those that are booked, and no leave rule judges a company's own act (decision 14.21).
      meeting: meetsNone,
      rules: [],
      replacedDays: null,
    };
  });
}
