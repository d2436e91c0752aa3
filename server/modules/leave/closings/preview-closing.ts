import { and, asc, eq, sql } from "drizzle-orm";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { invalid } from "@/server/kernel/errors";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { isApproved, touchesByPerson } from "@/server/modules/leave/calendars/away";
import { toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { keptArray } from "@/server/modules/leave/calendars/find-kept-counts";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { nameFor, typeNames } from "@/server/modules/leave/type-names/name-in";
import { getLocation } from "@/server/modules/people/places/get-location";
import { throughFaults } from "./close-days";
import { findWaiting, findWaitingCredits } from "./find-waiting";
import type { ClosingRequest } from "./schema";

/** What a closing would close. */
export type ClosingPreview = Awaited<ReturnType<typeof previewClosing>>;

/**
 * Previews a closing: the leave and its days that are not closed yet, and what waits for a decision.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export async function previewClosing(ctx: Ctx, id: string, { through }: ClosingRequest) {
  requireAdmin(ctx);
  const location = await getLocation(ctx, id);
  const faults = throughFaults(ctx, location, through);
  if (faults.length > 0) throw invalid(faults);
  const { closedThrough } = location;
  const since = closedThrough === null ? "0001-01-01" : dayText(dayNumber(closedThrough) + 1);
  const [types, waiting, waitingCredits] = await Promise.all([
    daysByType(ctx, id, since, through),
    findWaiting(ctx, id, through),
    findWaitingCredits(ctx, id, through),
  ]);
  return {
    ...{ closedThrough, through, waiting, waitingCredits },
    waitingCount: waiting.length + waitingCredits.length,
    leaveCount: types.reduce((sum, { count }) => sum + count, 0),
    types: types.map(({ count: _count, amount, ...type }) => ({
      ...type,
      days: toDays(toThousandths(Number(amount))),
    })),
  };
}

const row = sql`${leaves}`;

/** The approved days of a location's people between two days, by leave type. */
function daysByType(ctx: Ctx, locationId: string, since: string, through: string) {
  const [from, to] = [dayNumber(since), dayNumber(through)];
  const counts = sql`(select sum(count) from unnest((${keptArray(row)})[${from}::int:${to}::int]) count)`;
  return scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, {
      leaveTypeId: leaveTypes.id,
      name: nameFor(ctx),
      count: sql<number>`count(*)::int`,
      amount: sql<string>`coalesce(sum(${counts}), 0)`,
    })
    .innerJoin(users, and(eq(users.id, leaves.userId), eq(users.locationId, locationId)))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(and(isApproved, touchesByPerson(sql`${since}::date`, sql`${through}::date`)))
    .groupBy(leaveTypes.id, typeNames.name, typeNames.names, leaveTypes.position)
    .orderBy(asc(leaveTypes.position), asc(leaveTypes.id));
}
