import { type Column, type SQL, sql } from "drizzle-orm";
import { arrayOf } from "@/server/kernel/array-of";
import { type Db, statement } from "@/server/kernel/db";
import type { LaneCapacity, Queue } from "./kind";

export interface ItemKey {
  workspaceId: string;
  id: string;
}

interface Counted {
  id: Column;
  /** In a column `attempt_count`. */
  attemptCount: Column;
  /** What goes before the due time. */
  first?: SQL;
  /** What else is set. */
  also?: (at: SQL) => SQL;
  /** What else is told of each: columns of its own, and of tables that a condition joins to it. */
  told?: { columns: SQL; tables?: SQL; on?: SQL };
}

const { placeholder } = sql;
const at = sql`${placeholder("at")}::timestamptz`;

/**
 * The claim of kinds of which a workspace is a lane and whose attempts count: takes what is due and counts the attempt. This commits by
 * itself before the work begins: a worker that dies of it must not forget that it tried.
 */
export function attemptsOf<Row extends ItemKey = ItemKey>(
  { table, workspaceId, dueAt, pending }: Queue,
  { id, attemptCount, first, also, told }: Counted,
) {
  // The inner query must be materialized: a plan that ran it again for each row would find the next ones each time.
  const begin = statement<Row>(sql`
    with asked as materialized (
      select * from unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("capacities")}::int[]) a(workspace_id, capacity)
    ),
    due as materialized (
      select d.workspace_id, d.id from asked a cross join lateral (
        select ${workspaceId} as workspace_id, ${id} as id from ${table}
        where ${pending} and ${workspaceId} = a.workspace_id and ${dueAt} <= ${at} and ${id} <> all(${placeholder("inHand")}::uuid[])
        order by ${first ? sql`${first}, ` : sql``}${dueAt}, ${id} limit a.capacity
      ) d
    )
    update ${table} set attempt_count = ${attemptCount} + 1${also ? sql`, ${also(at)}` : sql``}
    from due${told?.tables ? sql`, ${told.tables}` : sql``}
    where ${workspaceId} = due.workspace_id and ${id} = due.id and ${pending}${told?.on ? sql` and ${told.on}` : sql``}
    returning ${workspaceId} as "workspaceId", ${id} as id${told ? sql`, ${told.columns}` : sql``}`);
  return (db: Db, lanes: readonly LaneCapacity[], now: Date): Promise<readonly Row[]> =>
    begin(db, {
      workspaceIds: arrayOf(lanes.map((lane) => lane.workspaceId)),
      capacities: arrayOf(lanes.map(({ capacity }) => capacity)),
      inHand: arrayOf(lanes.flatMap(({ inHand }) => inHand)),
      at: now.toISOString(),
    });
}
