import { type SQL, sql } from "drizzle-orm";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSightToDecide } from "@/server/access/load-sight";
import { givenSight, sightParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type DayNumber, dayText } from "@/server/kernel/calendar-date";
import { arrayOf, statement } from "@/server/kernel/db";
import { literal } from "@/server/kernel/sql-parts";
import { reachingInto } from "@/server/modules/leaves/period";
import { mayKnowType, type Taker, takerField } from "@/server/modules/leaves/see";

/** A leave in the time around a request: of a colleague, or of the person before. */
export interface NearLeave {
  userId: string;
  name: string;
  leaveId: string;
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  startMinutes: number;
  endMinutes: number;
  durationWorkingDays: number;
  status: "OPEN" | "APPROVED";
  /** Null where it is private, and not for whoever asks. */
  type: { id: string; name: string; color: string } | null;
}

/** The days of a department that are asked for. */
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
  /** Whose own leave is asked for. */
  people: readonly string[];
  /** From when and until when. */
  own: { from: DayNumber; to: DayNumber };
}

interface Row extends NearLeave {
  kind: "size" | "team" | "own";
  departmentId: string;
  size: number;
  typeId: string;
  typeName: string;
  color: string;
  taker: Taker | null;
}

const { placeholder } = sql;
const workspace = sql`${placeholder("workspaceId")}::uuid`;

const [begins, lasts] = reachingInto(sql`person.since`, sql`person.until`);

// OFFSET 0: person by person, by the index. Nobody can tell the planner how few leaves of each are near.
const near = (kind: "team" | "own", departmentId: SQL, people: SQL, days: SQL) => sql`
  select ${literal(kind)} as kind, ${departmentId} as "departmentId", 0 as size, person.id as "userId", person.name,
    ${leaves.id} as "leaveId", ${leaves.startDate}::text as "startDate", ${leaves.endDate}::text as "endDate",
    ${leaves.isFullDayLeave} as "isFullDayLeave", ${leaves.startHour} * 60 + ${leaves.startMinute} as "startMinutes",
    ${leaves.endHour} * 60 + ${leaves.endMinute} as "endMinutes",
    ${leaves.durationWorkingDays}::float8 as "durationWorkingDays", ${leaves.status}::text as status,
    t.id as "typeId", t.name as "typeName", t.color, ${takerField()} as taker
  from ${people}
  cross join lateral (select * from ${leaves} where ${leaves.workspaceId} = ${workspace} and ${leaves.userId} = person.id
    and ${leaves.status} in ('OPEN', 'APPROVED') and ${days} offset 0) as ${leaves}
  join ${leaveTypes} t on t.workspace_id = ${leaves.workspaceId} and t.id = ${leaves.leaveTypeId}`;

const ownFrom = sql`${placeholder("ownFrom")}::date`;
const ownTo = sql`${placeholder("ownTo")}::date`;

const query = statement<Row>(
  (kind) => sql`
  with asked as (
    select * from unnest(${placeholder("departments")}::uuid[], ${placeholder("since")}::date[], ${placeholder("until")}::date[])
      as asked(department_id, since, until)),
  person as materialized (
    select ${users.id} as id, ${users.name} as name, asked.* from asked
    join ${users} on ${users.departmentId} = asked.department_id and ${users.status} = 'ACTIVE'
      and ${scoped(givenSight(kind), users).within})
  select 'size' as kind, department_id as "departmentId", count(*)::int as size, null::uuid as "userId", null as name,
    null::uuid as "leaveId", null as "startDate", null as "endDate", null::boolean as "isFullDayLeave", null::int as "startMinutes",
    null::int as "endMinutes", null::float8 as "durationWorkingDays", null as status, null::uuid as "typeId", null as "typeName",
    null as color, null::json as taker
  from person group by department_id
  union all ${near("team", sql`person.department_id`, sql`person`, begins)}
  union all ${near("team", sql`person.department_id`, sql`person`, lasts)}
  union all ${near(
    "own",
    sql`null::uuid`,
    sql`(select id, name from ${users} where workspace_id = ${workspace} and id = any(${placeholder("people")}::uuid[])) person`,
    sql`${leaves.startDate} <= ${ownTo} and ${leaves.endDate} >= ${ownFrom}`,
  )}
  order by "startDate", name, "leaveId"`,
);

/** What of a leave may be told. */
function shownOf(ctx: Ctx, row: Row): NearLeave {
  const {
    typeId,
    typeName,
    color,
    taker,
    kind: _kind,
    departmentId: _department,
    size: _size,
    ...leave
  } = row;
  const type = mayKnowType(ctx, leave, taker) ? { id: typeId, name: typeName, color } : null;
  return { ...leave, type };
}

/** The teams within sight on some days, and what people themselves had before, in one statement and that of the sight. */
export async function readTeams(
  ctx: Ctx,
  { spans, people, own }: Asked,
): Promise<{ teams: ReadonlyMap<string, Team>; own: ReadonlyMap<string, NearLeave[]> }> {
  const sight = await loadSightToDecide(ctx);
  const rows = await query(
    ctx.db,
    {
      ...sightParams(sight),
      departments: arrayOf(spans.map(({ departmentId }) => departmentId)),
      since: arrayOf(spans.map(({ from }) => dayText(from))),
      until: arrayOf(spans.map(({ to }) => dayText(to))),
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
