import { type SQL, sql } from "drizzle-orm";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { EffectiveStatus, EndPart, StartPart } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { loadSightToDecide } from "@/server/access/load-sight";
import { scoped } from "@/server/access/scoped";
import { givenSight, type Sight, sightParams } from "@/server/access/sight";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { literal } from "@/server/kernel/database/sql-parts";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { isApprovedFullDay, touchesInHalves, wholeDays } from "@/server/modules/leave/calendars/away";
import type { DayFraction } from "@/server/modules/leave/calendars/day-fraction";
import { keptSum } from "@/server/modules/leave/calendars/find-kept-counts";
import { canSeeType, type LeaveOwner, ownerField } from "@/server/modules/leave/requests/see";
import { givenLanguage, languageParam, nameOf } from "@/server/modules/leave/type-names/name-in";

/** Leave around a request: of a colleague, or earlier leave of the person. */
export interface NearLeave {
  userId: string;
  name: string;
  leaveId: string;
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  startMinutes: number;
  endMinutes: number;
  startPart: StartPart;
  endPart: EndPart;
  durationWorkingDays: number;
  /** The same before rounding. */
  taken: DayFraction;
  status: EffectiveStatus;
  /** Null when the type is private and hidden from the caller. */
  type: { id: string; name: string; color: string } | null;
}

/** The requested days of a department. */
export interface TeamSpan {
  departmentId: string;
  from: DayNumber;
  to: DayNumber;
}

export interface Team {
  /** Active people within sight. */
  size: number;
  leaves: NearLeave[];
}

interface Asked {
  spans: readonly TeamSpan[];
  /** People whose own leave is read. */
  people: readonly string[];
  /** First and last day. */
  own: { from: DayNumber; to: DayNumber };
}

interface Row extends NearLeave {
  kind: "size" | "team" | "own";
  departmentId: string;
  size: number;
  typeId: string;
  typeName: string;
  color: string;
  owner: LeaveOwner | null;
}

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;

/** For a statement's WITH: `person`, the active people of the departments within sight, with the requested days. */
const teamsWithin = (kind: string) => sql`
  asked as (
    select * from unnest(${placeholder("departments")}::uuid[], ${placeholder("since")}::date[], ${placeholder("until")}::date[])
      as asked(department_id, since, until)),
  person as materialized (
    select ${users.id} as id, ${users.name} as name, asked.* from asked
    join ${users} on ${users.departmentId} = asked.department_id and ${users.status} = 'ACTIVE'
      and ${scoped(givenSight(kind), users).within})`;

/** Values for the placeholders of `teamsWithin`. */
const teamParams = (sight: Sight, spans: readonly TeamSpan[]) => ({
  ...sightParams(sight),
  departments: arrayOf(spans.map(({ departmentId }) => departmentId)),
  since: arrayOf(spans.map(({ from }) => dayText(from))),
  until: arrayOf(spans.map(({ to }) => dayText(to))),
});

// OFFSET 0 forces one index lookup per person. The planner cannot know how little leave of each person is near.
const leavesOf = (people: SQL, which: SQL) => sql`${people}
  cross join lateral (select * from ${leaves} where ${leaves.workspaceId} = ${workspace} and ${leaves.userId} = person.id
    and ${which} offset 0) as ${leaves}`;

const [begins, lasts] = touchesInHalves(sql`person.since`, sql`person.until`);

const near = (kind: "team" | "own", departmentId: SQL, people: SQL, days: SQL) => sql`
  select ${literal(kind)} as kind, ${departmentId} as "departmentId", 0 as size, person.id as "userId", person.name,
    ${leaves.id} as "leaveId", ${leaves.startDate}::text as "startDate", ${leaves.endDate}::text as "endDate",
    ${leaves.isFullDayLeave} as "isFullDayLeave", ${leaves.startHour} * 60 + ${leaves.startMinute} as "startMinutes",
    ${leaves.endHour} * 60 + ${leaves.endMinute} as "endMinutes", ${leaves.startPart} as "startPart", ${leaves.endPart} as "endPart",
    ${leaves.durationWorkingDays}::float8 as "durationWorkingDays", (${keptSum(sql`${leaves}`)})::float8 as taken, ${leaves.status}::text as status,
    t.id as "typeId", ${nameOf({ name: sql`t.name`, names: sql`t.names` }, givenLanguage.language)} as "typeName", t.color, ${ownerField()} as owner
  from ${leavesOf(people, sql`${isInEffect(leaves.status)} and ${days}`)}
  join ${leaveTypes} t on t.workspace_id = ${workspace} and t.id = ${leaves.leaveTypeId}`;

/** People whose own leave is read. */
const asking = sql`(select id, name from ${users} where workspace_id = ${workspace} and id = any(${placeholder("people")}::uuid[])) person`;
const [ownBegins, ownLasts] = touchesInHalves(
  sql`${placeholder("ownFrom")}::date`,
  sql`${placeholder("ownTo")}::date`,
);

const query = statement<Row>(
  (kind) => sql`
  with ${teamsWithin(kind)}
  select 'size' as kind, department_id as "departmentId", count(*)::int as size, null::uuid as "userId", null as name,
    null::uuid as "leaveId", null as "startDate", null as "endDate", null::boolean as "isFullDayLeave", null::int as "startMinutes",
    null::int as "endMinutes", null::start_part as "startPart", null::end_part as "endPart", null::float8 as "durationWorkingDays", null::float8 as taken, null as status, null::uuid as "typeId", null as "typeName",
    null as color, null::json as owner
  from person group by department_id
  union all ${near("team", sql`person.department_id`, sql`person`, begins)}
  union all ${near("team", sql`person.department_id`, sql`person`, lasts)}
  union all ${near("own", sql`null::uuid`, asking, ownBegins)}
  union all ${near("own", sql`null::uuid`, asking, ownLasts)}
  order by "startDate", name, "leaveId"`,
);

/** Reduces a leave to the fields that are shown. */
const shownOf = (ctx: Ctx, row: Row): NearLeave => ({
  userId: row.userId,
  name: row.name,
  leaveId: row.leaveId,
  startDate: row.startDate,
  endDate: row.endDate,
  isFullDayLeave: row.isFullDayLeave,
  startMinutes: row.startMinutes,
  endMinutes: row.endMinutes,
  startPart: row.startPart,
  endPart: row.endPart,
  durationWorkingDays: row.durationWorkingDays,
  taken: row.taken,
  status: row.status,
  type: canSeeType(ctx, row, row.owner) ? { id: row.typeId, name: row.typeName, color: row.color } : null,
});

/** Reads the teams within sight in a range of days, and people's own earlier leave, with one statement plus that of the sight. */
export async function readTeams(
  ctx: Ctx,
  { spans, people, own }: Asked,
): Promise<{ teams: ReadonlyMap<string, Team>; own: ReadonlyMap<string, NearLeave[]> }> {
  const sight = await loadSightToDecide(ctx);
  const rows = await query(
    ctx.db,
    {
      ...teamParams(sight, spans),
      ...languageParam(ctx),
      people: arrayOf(people),
      ownFrom: dayText(own.from),
      ownTo: dayText(own.to),
    },
    sight.kind,
  );
  const teams = new Map<string, Team>();
  const before = new Map<string, NearLeave[]>(people.map((id) => [id, []]));
  for (const row of rows)
    if (row.kind === "size") teams.set(row.departmentId, { size: row.size, leaves: [] });
  for (const row of rows)
    if (row.kind === "team") teams.get(row.departmentId)?.leaves.push(shownOf(ctx, row));
    else if (row.kind === "own") before.get(row.userId)?.push(shownOf(ctx, row));
  return { teams, own: before };
}

/** A team's approved full-day leave, on its whole days. */
export interface TeamAway {
  /** Active people within sight. */
  size: number;
  leaves: Pick<NearLeave, "userId" | "name" | "startDate" | "endDate">[];
}

interface AwayRow {
  departmentId: string;
  size: number | null;
  userId: string;
  name: string;
  startDate: string;
  endDate: string;
}

const away = (days: SQL) => sql`
  select person.department_id as "departmentId", null::int as size, person.id as "userId", person.name, ${wholeDays.first}::text as "startDate",
    ${wholeDays.last}::text as "endDate"
  from ${leavesOf(sql`person`, sql`${isApprovedFullDay} and ${days}`)}`;

const awayQuery = statement<AwayRow>(
  (kind) => sql`
  with ${teamsWithin(kind)}
  select department_id as "departmentId", count(*)::int as size, null::uuid as "userId", null as name, null as "startDate", null as "endDate"
  from person group by department_id
  union all ${away(begins)} union all ${away(lasts)}`,
);

/** `readTeams` for callers that need only the number of absent people: thousands of rows fewer. */
export async function readTeamsAway(
  ctx: Ctx,
  spans: readonly TeamSpan[],
): Promise<ReadonlyMap<string, TeamAway>> {
  const sight = await loadSightToDecide(ctx);
  const rows = await awayQuery(ctx.db, teamParams(sight, spans), sight.kind);
  const teams = new Map<string, TeamAway>();
  for (const { departmentId, size } of rows) if (size !== null) teams.set(departmentId, { size, leaves: [] });
  for (const { departmentId, size, ...leave } of rows)
    if (size === null) teams.get(departmentId)?.leaves.push(leave);
  return teams;
}
