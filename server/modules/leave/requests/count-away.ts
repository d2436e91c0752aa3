import { type SQL, sql } from "drizzle-orm";
import { departments, userLabels } from "@/drizzle/schema/directory";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { isApproved, isCompanys, touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { keptArray } from "@/server/modules/leave/calendars/find-kept-counts";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import { patternsOf, patternsText } from "@/server/modules/leave/calendars/read-patterns";
import { workingDays } from "@/server/modules/leave/calendars/working-days";
import type { Crowd } from "@/server/modules/leave/rules/kinds/kind";
import type { Group } from "@/server/modules/leave/rules/policy";

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;
const group = sql`${placeholder("groupId")}::uuid`;
const from = sql`${placeholder("from")}::date`;
const to = sql`${placeholder("to")}::date`;

/** Whether a user, as `users`, belongs to the group. */
const membership: Record<Group["kind"], SQL> = {
  LOCATION: sql`${users.locationId} = ${group}`,
  DEPARTMENT: sql`${users.departmentId} in (
    with recursive below(id) as (
      select ${group} union
      select d.id from ${departments} d join below on d.workspace_id = ${workspace} and d.parent_id = below.id)
    select id from below)`,
  LABEL: sql`exists (select from ${userLabels} l
    where l.workspace_id = ${workspace} and l.user_id = ${users.id} and l.label_id = ${group})`,
};

const isMember = (kind: Group["kind"]) => sql`${users.status} = 'ACTIVE' and ${membership[kind]}`;

/** The ids of a group's places: a department's with those below it. */
const placesOf = sql`case given.kind when 'DEPARTMENT' then (
    with recursive below(id) as (
      select given.id union
      select d.id from ${departments} d join below on d.workspace_id = ${workspace} and d.parent_id = below.id)
    select array_agg(id) from below)
  else array[given.id] end`;

/** Reads the leave of the days once, for all groups. */
const away = statement<{ place: number; day: number; away: number }>(sql`
  with given as materialized (
    select given.place, given.kind, given."countsOpen", given.ignored, ${placesOf} as places
    from jsonb_to_recordset(${placeholder("groups")}::text::jsonb)
      as given(place int, kind text, id uuid, "countsOpen" boolean, ignored uuid[])),
  away as materialized (
    select ${leaves.userId} as user_id, ${users.locationId} as location_id, ${users.departmentId} as department_id,
      ${isApproved} as is_approved, ${leaves.leaveTypeId} as leave_type_id, asked.day
    from ${leaves}
    join ${users} on ${users.workspaceId} = ${workspace} and ${users.status} = 'ACTIVE' and ${users.id} = ${leaves.userId}
    cross join unnest(${placeholder("days")}::int[]) as asked(day)
    where ${leaves.workspaceId} = ${workspace}
      and ${touchesByPeriod(from, to)}
      and ${isInEffect(leaves.status)}
      and ${leaves.userId} <> ${placeholder("userId")}::uuid
      and not ${isCompanys}
      and (${keptArray(sql`${leaves}`)})[asked.day] > 0)
  select given.place, away.day, count(distinct away.user_id)::int as away
  from given join away on (away.is_approved or given."countsOpen") and away.leave_type_id <> all(given.ignored)
    and case given.kind
      when 'LOCATION' then away.location_id = any(given.places)
      when 'DEPARTMENT' then away.department_id = any(given.places)
      else exists (select from ${userLabels} l
        where l.workspace_id = ${workspace} and l.user_id = away.user_id and l.label_id = any(given.places)) end
  group by given.place, away.day`);

/** Members who work alike, together: most have no pattern and are employed throughout. */
const sizesBy = (kind: Group["kind"]) =>
  statement<{
    locationId: string;
    patterns: string;
    begins: string | null;
    ends: string | null;
    size: number;
  }>(sql`
    select member.location_id as "locationId", member.patterns, member.begins::text as begins, member.ends::text as ends,
      count(*)::int as size
    from (select ${users.locationId} as location_id, coalesce(known.patterns, '') as patterns,
        case when ${users.startDate} > ${from} then ${users.startDate} end as begins,
        case when ${users.endDate} < ${to} then ${users.endDate} end as ends
      from ${users}
      left join (select pattern.user_id, ${patternsText} as patterns from ${workPatterns} pattern
        where pattern.workspace_id = ${workspace} group by pattern.user_id) known on known.user_id = ${users.id}
      where ${users.workspaceId} = ${workspace} and ${isMember(kind)}) member
    group by 1, 2, 3, 4`);

const sizes = { LOCATION: sizesBy("LOCATION"), DEPARTMENT: sizesBy("DEPARTMENT"), LABEL: sizesBy("LABEL") };

/** The part of a rule that is counted. */
export interface Counted {
  percent?: number;
  countsOpen: boolean;
  ignoredLeaveTypeIds: readonly string[];
}

/** Names a way to count: rules of the same name get the same crowds of a group. */
export const countedBy = ({ percent, countsOpen, ignoredLeaveTypeIds }: Counted): string =>
  [percent !== undefined, countsOpen, ...[...ignoredLeaveTypeIds].sort()].join();

/** A group, and how it is counted. */
export interface CountedGroup {
  group: Group;
  how: Counted;
}

/**
 * How many others of each group are away on each of some days: people whose leave counts on the day, so that they would work.
 * @param userId the person who is left out
 * @param days sorted, not empty
 * @returns in the order of the groups
 */
export async function countAway(
  ctx: Ctx,
  groups: readonly CountedGroup[],
  { userId, days }: { userId: string; days: readonly DayNumber[] },
): Promise<Crowd[][]> {
  if (groups.length === 0) return [];
  const [first = 0] = days;
  const last = days.at(-1) ?? first;
  const { workspaceId } = ctx.actor;
  const range = { workspaceId, from: dayText(first), to: dayText(last) };
  const given = groups.map(({ group, how: { countsOpen, ignoredLeaveTypeIds: ignored } }, place) => ({
    ...{ place, ...group, countsOpen, ignored },
  }));
  const [rows, sizes] = await Promise.all([
    away(ctx.db, { ...range, userId, days: arrayOf(days), groups: JSON.stringify(given) }),
    Promise.all(
      groups.map(({ group: { kind, id }, how }) =>
        how.percent === undefined ? null : sizeOn(ctx, kind, { ...range, groupId: id }, days),
      ),
    ),
  ]);
  const counted = new Map(rows.map((row) => [`${row.place} ${row.day}`, row.away]));
  return groups.map((_, place) =>
    days.map((day) => ({
      day,
      away: counted.get(`${place} ${day}`) ?? 0,
      size: sizes[place]?.get(day) ?? null,
    })),
  );
}

/** How many of a group would work on each day. */
export async function sizeOn(
  ctx: Ctx,
  kind: Group["kind"],
  range: { workspaceId: string; groupId: string; from: string; to: string },
  days: readonly DayNumber[],
): Promise<ReadonlyMap<DayNumber, number>> {
  const members = await sizes[kind](ctx.db, range);
  const calendars = await readCalendars(
    ctx,
    members.map(({ locationId }) => locationId),
    { from: dayNumber(range.from), to: dayNumber(range.to) },
  );
  const found = new Map<DayNumber, number>();
  for (const { locationId, patterns, begins, ends, size } of members) {
    const place = calendars.get(locationId);
    if (!place) continue;
    const calendar = worksBy(place, patternsOf(patterns));
    for (const day of days) {
      if ((begins !== null && day < dayNumber(begins)) || (ends !== null && day > dayNumber(ends))) continue;
      if (workingDays({ start: day, end: day, minutes: null }, calendar) === 0) continue;
      found.set(day, (found.get(day) ?? 0) + size);
    }
  }
  return found;
}
