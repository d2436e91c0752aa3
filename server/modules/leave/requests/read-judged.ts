import { and, asc, eq, gte, lte, not, sql } from "drizzle-orm";
import type { DayCounts } from "@/drizzle/schema/day-counts";
import { isInEffect, leavePolicies, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { isCompanys } from "@/server/modules/leave/calendars/away";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { askedOnOf, wasEntered } from "./policy";
import type { JudgedLeave } from "./read-facts";
import { type LeaveRow, leaveFields } from "./store";

/** A leave with the count of each of its days. */
export interface StoredLeave {
  leave: LeaveRow;
  counts: DayCounts;
}

const query = preparedBy((db) =>
  scoped(givenWorkspace, leaves)
    .select(db, { leave: leaveFields, counts: keptCountsField })
    .innerJoin(users, eq(users.id, leaves.userId))
    .where(
      and(
        eq(users.status, "ACTIVE"),
        isInEffect(leaves.status),
        not(isCompanys),
        gte(leaves.startDate, sql.placeholder("from")),
        lte(leaves.startDate, sql.placeholder("to")),
      ),
    )
    .orderBy(asc(leaves.startDate), asc(leaves.id))
    .prepare("leave_to_judge"),
);

/** The open and approved leave of active people that begins in a range of days, without company leave, by first day. */
export const readLeaveToJudge = (
  ctx: Ctx,
  { from, to }: { from: DayNumber; to: DayNumber },
): Promise<StoredLeave[]> =>
  query(ctx.db).execute({ workspaceId: ctx.actor.workspaceId, from: dayText(from), to: dayText(to) });

const policiesQuery = preparedBy((db) =>
  scoped(givenWorkspace, leavePolicies)
    .selectAll(db)
    .where(isAnyOf(leavePolicies.locationId, sql.placeholder("locationIds")))
    .prepare("policies_of_rules"),
);

/**
 * Stored leave as rules judge it: asked for, or entered for the person, on the day of its creation at their location.
 * @param policies without them, no rule about the balance judges it
 * @returns in the order of the rows
 */
export async function readJudged(
  ctx: Ctx,
  rows: readonly StoredLeave[],
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
      askedOn: askedOnOf(leave, employee.timezone),
      isEntered: wasEntered(leave),
      policy: policyOf.get(`${locationId} ${leaveTypeId}`) ?? null,
      change: { leave: { period: periodOf(leave), days: counts }, replaced: null },
    };
  });
}
