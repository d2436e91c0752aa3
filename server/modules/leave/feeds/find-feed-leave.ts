import { and, asc, eq, sql } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { scoped } from "@/server/access/scoped";
import { givenSight, type Sight, sightParams } from "@/server/access/sight";
import { preparedBy } from "@/server/kernel/database/db";
import { groupBy } from "@/server/kernel/group-by";
import { findStretches } from "@/server/modules/leave/absences/find-stretches";
import { absenceFields, seeAbsence } from "@/server/modules/leave/absences/see-absence";
import { isApproved, touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { countedDays } from "@/server/modules/leave/calendars/day-fraction";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { readEndHours } from "@/server/modules/leave/calendars/read-end-hours";
import { givenLanguage, languageParam, nameFor } from "@/server/modules/leave/type-names/name-in";
import { maxEvents } from "./policy";

const { placeholder } = sql;

/** The owner's pending or approved leave; or everyone's approved leave. */
const isShown = and(
  eq(users.status, "ACTIVE"),
  sql`case when ${placeholder("self")}::uuid is null then ${isApproved}
    else ${users.id} = ${placeholder("self")}::uuid and ${isInEffect(leaves.status)} end`,
  touchesByPeriod(sql`${placeholder("from")}::date`, sql`${placeholder("until")}::date`),
);

const found = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .select(db, {
      ...absenceFields(),
      version: leaves.version,
      updatedAt: leaves.updatedAt,
      timezone: locations.timezone,
      calendarStatus: leaveTypes.calendarStatus,
      interrupts: leaveTypes.interrupts,
      interruptible: leaveTypes.interruptible,
      counts: keptCountsField,
      placeId: leaves.locationId,
    })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .innerJoin(locations, eq(locations.id, leaves.locationId))
    .where(isShown)
    .orderBy(asc(leaves.startDate), asc(leaves.id))
    .limit(maxEvents)
    .prepare(`feed_leave_${kind}`),
);

/** A hash of everything that the events show: an unchanged calendar need not be generated again. */
const stamp = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .select(db, {
      stamp: sql<
        string | null
      >`md5(string_agg(concat_ws('|', ${leaves.id}, ${leaves.version}, ${leaves.updatedAt}, ${leaves.status},
      ${leaves.startDate}, ${leaves.endDate}, ${users.name}, ${users.departmentId}, ${users.locationId}, ${nameFor(givenLanguage)},
      ${leaveTypes.isPrivate}, ${leaveTypes.calendarStatus}, ${locations.timezone}), ',' order by ${leaves.id}))`,
    })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .innerJoin(locations, eq(locations.id, leaves.locationId))
    .where(isShown)
    .prepare(`feed_leave_stamp_${kind}`),
);

/** The days and the owner of the leave: null for everyone's. */
export interface FeedSpan {
  from: string;
  until: string;
  self: string | null;
}

const paramsOf = (ctx: Ctx, sight: Sight, span: FeedSpan) => ({
  ...sightParams(sight),
  ...languageParam(ctx),
  ...span,
});

/** Two equal stamps show the same leave. */
export async function readLeaveStamp(ctx: Ctx, span: FeedSpan): Promise<string> {
  const sight = await loadSight(ctx);
  const [row] = await stamp(ctx.db, sight.kind).execute(paramsOf(ctx, sight, span));
  const { role, locationIds, departmentIds } = ctx.actor;
  return JSON.stringify([row?.stamp, role, locationIds, departmentIds]);
}

/** The leave in a feed, as the feed's owner may see it. */
export async function findFeedLeave(ctx: Ctx, span: FeedSpan) {
  const sight = await loadSight(ctx);
  const rows = await found(ctx.db, sight.kind).execute(paramsOf(ctx, sight, span));
  const ends = await readEndHours(
    ctx,
    rows.map(({ leaveId: id, user, placeId, time }) => ({
      ...{ id, userId: user.id, locationId: placeId },
      ...time,
    })),
  );
  // Field by field, also below: copying the rest of a row costs more than reading it.
  const stretches = stretchesOf(rows);
  return rows.map((row) => ({
    stretches: stretches.get(row.leaveId) ?? [],
    absence: seeAbsence(ctx, row),
    id: row.leaveId,
    version: row.version,
    updatedAt: row.updatedAt,
    timezone: row.timezone,
    calendarStatus: row.calendarStatus,
    countedDays: countedDays(row.counts),
    ends: ends.get(row.leaveId),
  }));
}

/** The days on which each leave shows, where other leave of the person interrupts some. */
function stretchesOf(
  rows: readonly (Parameters<typeof findStretches>[0][number] & { leaveId: string; user: { id: string } })[],
) {
  const shown = new Map<string, { startDate: string; endDate: string }[]>();
  for (const leave of groupBy(rows, ({ user }) => user.id).values())
    for (const { leave: one, startDate, endDate } of findStretches(leave))
      shown.set(one.leaveId, [...(shown.get(one.leaveId) ?? []), { startDate, endDate }]);
  return shown;
}

export type FeedLeave = Awaited<ReturnType<typeof findFeedLeave>>[number];
