import { and, asc, Column, eq, is, type SQL, sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { givenReach, givenWorkspace, type Reach } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { readAs } from "@/server/kernel/database/row-reader";
import { isWrittenAfter } from "@/server/kernel/database/written-order";
import { isOnDay, touchesByPerson } from "@/server/modules/leave/calendars/away";
import { type Counted, hourCountsField } from "@/server/modules/leave/calendars/read-hours";
import { isChosen } from "@/server/modules/people/people/find-chosen-people";
import { type LeaveOwner, ownerField } from "./see";
import { type LeaveRow, leaveFields, leavePosition } from "./store";

/** The parts that change the statement. */
export interface SearchShape {
  /** `people`: one lookup for each person in the placeholder `people`, for a small number. Otherwise a scan in the workspace's order. */
  by: "people" | Exclude<Reach["kind"], "self">;
  oneStatus: boolean;
  /** Whether leaves that began before the requested first day and last into it are still missing from the results. */
  spanning: boolean;
  /** Whether leave is requested in order of change, from a position on. */
  changed: boolean;
  /** Whether to filter by the type in the placeholder `leaveTypeId`. */
  ofType: boolean;
  /** Whether to filter by the people of `isChosen`. Lookups by person are filtered already. */
  ofChosen: boolean;
  /** Whether the result may contain private leave types that are hidden from the caller. */
  owners: boolean;
}

const rows = sql.placeholder("rows");
const byStart = sql`order by ${leaves.startDate}, ${leaves.id} limit ${rows}`;
const byChange = sql`order by ${leavePosition}, ${leaves.id} limit ${rows}`;
const anyStatus = sql`${leaves.status} = any(${sql.placeholder("statuses")}::leave_status[])`;
const later = (key: string, id: string) =>
  sql`(${leaves.startDate}, ${leaves.id}) > (${sql.placeholder(key)}::date, ${sql.placeholder(id)}::uuid)`;
const hasChanged = isWrittenAfter(leavePosition, leaves.id);
const from = sql`${sql.placeholder("from")}::date`;
const until = sql`${sql.placeholder("until")}::date`;
const startsInTime = sql`${leaves.startDate} <= ${until}`;
const inTime = touchesByPerson(from, until);

const isOfChosen = sql`exists (select 1 from ${users}
  where ${and(scoped(givenWorkspace, users).within, eq(users.id, leaves.userId), isChosen)})`;

const reachOf = (by: SearchShape["by"]) => scoped(by === "people" ? givenWorkspace : givenReach(by), leaves);

/** The filter by type and people within the reach. */
const isMeant = ({ ofType, ofChosen }: SearchShape) =>
  and(
    ofType ? eq(leaves.leaveTypeId, sql.placeholder("leaveTypeId")) : undefined,
    ofChosen ? isOfChosen : undefined,
  );

/** Leaves that start at `low` or later, scanned along the index in list order: every page costs the same. */
function starting(shape: SearchShape): SQL {
  const along = (status: SQL) =>
    sql`select ${leaves}.* from ${leaves}
      where ${and(reachOf(shape.by).within, isMeant(shape), sql`${leaves.status} = ${status}`, later("lowKey", "lowId"), startsInTime)} ${byStart}`;
  if (shape.oneStatus) return sql`(${along(sql`${sql.placeholder("status")}`)})`;
  // One index scan for each status, because the index has the list order only within a status.
  return sql`(select found.* from unnest(${sql.placeholder("statuses")}::leave_status[]) as wanted(status)
    cross join lateral (${along(sql`wanted.status`)}) found)`;
}

/** Leaves that began before the requested first day and last into it: at most the number of people absent on one day. */
function lasting(shape: SearchShape): SQL {
  const before = sql`${leaves.startDate} < ${from}`;
  return sql`(select ${leaves}.* from ${leaves}
    where ${and(reachOf(shape.by).within, isMeant(shape), isOnDay(from), before, anyStatus, later("afterKey", "afterId"))} ${byStart})`;
}

/** Leaves within reach, in order of change. */
function changing(shape: SearchShape): SQL {
  return sql`(select ${leaves}.* from ${leaves}
    where ${and(reachOf(shape.by).within, isMeant(shape), anyStatus, hasChanged, inTime)} ${byChange})`;
}

function personByPerson(shape: SearchShape): SQL {
  const inOrder = shape.changed ? hasChanged : later("afterKey", "afterId");
  return sql`(select found.* from unnest(${sql.placeholder("people")}::uuid[]) as person(id)
    cross join lateral (select ${leaves}.* from ${leaves}
      where ${and(reachOf("people").within, isMeant(shape), sql`${leaves.userId} = person.id`, anyStatus, inOrder, inTime)}
      ${shape.changed ? byChange : byStart}) found)`;
}

function sourceOf(shape: SearchShape): SQL {
  if (shape.by === "people") return personByPerson(shape);
  if (shape.changed) return changing(shape);
  return shape.spanning ? sql`(${lasting(shape)} union all ${starting(shape)})` : starting(shape);
}

/**
 * The leave's columns, selected from the source, which is aliased as the table. The query builder takes columns only from a table, so they
 * are passed as expressions. They decode the same way, so the type stays.
 */
const foundFields = Object.fromEntries(
  Object.entries(leaveFields).map(([name, field]) => [
    name,
    is(field, Column) ? readAs(sql`${field}`, field) : field,
  ]),
) as unknown as typeof leaveFields;

const hourFields = { hourCounts: hourCountsField() };

const query = preparedBy((db, text) => {
  const shape = JSON.parse(text) as SearchShape;
  return db
    .select({ ...foundFields, ...hourFields, ...(shape.owners && { owner: ownerField() }) })
    .from(sql`${sourceOf(shape)} as ${leaves}`)
    .orderBy(shape.changed ? leavePosition : asc(leaves.startDate), asc(leaves.id))
    .limit(rows)
    .prepare(`search_leaves_${Object.values(shape).join("_")}`);
});

/** A leave, plus the facts for `seeLeave` when the shape requests them. */
export type FoundLeave = LeaveRow & Pick<Counted, "hourCounts"> & { owner?: LeaveOwner | null };

/** The prepared search of this shape: at most 14 statements without filters by people and type, four times as many with them. */
export const leaveSearch = (
  db: Parameters<typeof query>[0],
  shape: SearchShape,
): { execute(values: Record<string, unknown>): Promise<FoundLeave[]> } => query(db, JSON.stringify(shape));
