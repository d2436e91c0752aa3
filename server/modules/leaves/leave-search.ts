import { and, asc, Column, eq, is, type SQL, sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { givenReach, givenWorkspace, type Reach, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/db";
import { readAs } from "@/server/kernel/row-reader";
import { isWrittenAfter } from "@/server/kernel/written-order";
import { isChosen } from "@/server/modules/people/find-chosen-people";
import { type LeaveOwner, ownerField } from "./see";
import { type LeaveRow, leaveFields, leavePosition } from "./store";

/** The parts that change the statement. */
export interface SearchShape {
  /** `people`: person by person, for the few in the placeholder `people`; else along the workspace's order. */
  by: "people" | Exclude<Reach["kind"], "self">;
  oneStatus: boolean;
  /** Whether leaves that began before the first day asked for, and last into it, are still to come. */
  spanning: boolean;
  /** Whether leave is asked for in the order in which it changed, from a position on. */
  changed: boolean;
  /** Whether only leave of the type in the placeholder `leaveTypeId` is meant. */
  ofType: boolean;
  /** Whether only leave of the people of `isChosen` is meant; who is looked up person by person is chosen already. */
  ofChosen: boolean;
  /** Whether whoever asks may meet private leave types that are not for them. */
  owners: boolean;
}

const rows = sql.placeholder("rows");
const byStart = sql`order by ${leaves.startDate}, ${leaves.id} limit ${rows}`;
const byChange = sql`order by ${leavePosition}, ${leaves.id} limit ${rows}`;
const anyStatus = sql`${leaves.status} = any(${sql.placeholder("statuses")}::leave_status[])`;
const later = (key: string, id: string) =>
  sql`(${leaves.startDate}, ${leaves.id}) > (${sql.placeholder(key)}::date, ${sql.placeholder(id)}::uuid)`;
const hasChanged = isWrittenAfter(leavePosition, leaves.id);
const startsInTime = sql`${leaves.startDate} <= ${sql.placeholder("until")}::date`;

const isOfChosen = sql`exists (select 1 from ${users}
  where ${and(scoped(workspaceOf(leaves), users).within, eq(users.id, leaves.userId), isChosen)})`;

const reachOf = (by: SearchShape["by"]) => scoped(by === "people" ? givenWorkspace : givenReach(by), leaves);

/** Which of the leave within reach is meant. */
const isMeant = ({ ofType, ofChosen }: SearchShape) =>
  and(
    ofType ? eq(leaves.leaveTypeId, sql.placeholder("leaveTypeId")) : undefined,
    ofChosen ? isOfChosen : undefined,
  );

/** Leaves that start at `low` or later, straight along the index of the list's order: every page costs the same. */
function starting(shape: SearchShape): SQL {
  const along = (status: SQL) =>
    sql`select ${leaves}.* from ${leaves}
      where ${and(reachOf(shape.by).within, isMeant(shape), sql`${leaves.status} = ${status}`, later("lowKey", "lowId"), startsInTime)} ${byStart}`;
  if (shape.oneStatus) return sql`(${along(sql`${sql.placeholder("status")}`)})`;
  // One walk for each status: the index holds the list's order within a status only.
  return sql`(select found.* from unnest(${sql.placeholder("statuses")}::leave_status[]) as wanted(status)
    cross join lateral (${along(sql`wanted.status`)}) found)`;
}

/** Leaves that began before the first day asked for and last into it: as many as people away on one day. */
function lasting(shape: SearchShape): SQL {
  const from = sql`${sql.placeholder("from")}::date`;
  const period = sql`daterange(${leaves.startDate}, ${leaves.endDate}, '[]') @> ${from}`;
  const before = sql`${leaves.startDate} < ${from}`;
  return sql`(select ${leaves}.* from ${leaves}
    where ${and(reachOf(shape.by).within, isMeant(shape), period, before, anyStatus, later("afterKey", "afterId"))} ${byStart})`;
}

const endsInTime = sql`${leaves.endDate} >= ${sql.placeholder("from")}::date`;

/** Leaves of whoever is reached along the order in which they changed. */
function changing(shape: SearchShape): SQL {
  return sql`(select ${leaves}.* from ${leaves}
    where ${and(reachOf(shape.by).within, isMeant(shape), anyStatus, hasChanged, startsInTime, endsInTime)} ${byChange})`;
}

function personByPerson(shape: SearchShape): SQL {
  const inOrder = shape.changed ? hasChanged : later("afterKey", "afterId");
  return sql`(select found.* from unnest(${sql.placeholder("people")}::uuid[]) as person(id)
    cross join lateral (select ${leaves}.* from ${leaves}
      where ${and(reachOf("people").within, isMeant(shape), sql`${leaves.userId} = person.id`, anyStatus, inOrder, startsInTime, endsInTime)}
      ${shape.changed ? byChange : byStart}) found)`;
}

function sourceOf(shape: SearchShape): SQL {
  if (shape.by === "people") return personByPerson(shape);
  if (shape.changed) return changing(shape);
  return shape.spanning ? sql`(${lasting(shape)} union all ${starting(shape)})` : starting(shape);
}

/**
 * The leave's columns, read out of the source, which stands under the table's name. The builder takes columns only from a table,
 * so they are given as expressions; they read the same, which is why the type stays.
 */
const foundFields = Object.fromEntries(
  Object.entries(leaveFields).map(([name, field]) => [
    name,
    is(field, Column) ? readAs(sql`${field}`, field) : field,
  ]),
) as unknown as typeof leaveFields;

const query = preparedBy((db, text) => {
  const shape = JSON.parse(text) as SearchShape;
  return db
    .select(shape.owners ? { ...foundFields, owner: ownerField() } : foundFields)
    .from(sql`${sourceOf(shape)} as ${leaves}`)
    .orderBy(shape.changed ? leavePosition : asc(leaves.startDate), asc(leaves.id))
    .limit(rows)
    .prepare(`search_leaves_${Object.values(shape).join("_")}`);
});

/** A leave, and where the shape asks for them the facts that `seeLeave` needs. */
export type FoundLeave = LeaveRow & { owner?: LeaveOwner | null };

/** The prepared search of this shape: 14 statements at most without filters of people and type, four times as many with them. */
export const leaveSearch = (
  db: Parameters<typeof query>[0],
  shape: SearchShape,
): { execute(values: Record<string, unknown>): Promise<FoundLeave[]> } => query(db, JSON.stringify(shape));
