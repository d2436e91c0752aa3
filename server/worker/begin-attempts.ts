import { type Column, type SQL, sql } from "drizzle-orm";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import type { LaneCapacity, Queue } from "./kind";

export interface ItemKey {
  workspaceId: string;
  id: string;
}

interface Counted {
  id: Column;
  /** The column must be named `attempt_count`. */
  attemptCount: Column;
  /** Sort key before the due time. */
  first?: SQL;
  /** Further columns to set, from the row's other columns. */
  also?: (at: SQL) => SQL;
  /** The same by functions that depend on settings, as arithmetic of instants does: Citus evaluates none of these in an UPDATE's SET. */
  computed?: (at: SQL) => Record<string, SQL>;
  /** Further columns to return: the item's, and those of tables joined by a condition. The tables are limited by `inBatch`, too. */
  returned?: { columns: SQL; tables?: SQL; on?: SQL };
}

const { placeholder } = sql;
const at = sql`${placeholder("at")}::timestamptz`;

/**
 * The claim of kinds that have one lane per workspace and count attempts: takes due items and counts the attempt. The claim commits
 * before the work begins: a worker that dies of an item must not lose the record of its attempt.
 */
export function attemptsOf<Row extends ItemKey = ItemKey>(
  { table, workspaceId, dueAt, pending }: Queue,
  { id, attemptCount, first, also, computed, returned }: Counted,
) {
  const values = Object.entries(computed?.(at) ?? {}).map(([name, value]) => ({
    name: sql.identifier(name),
    value,
  }));
  const selected = values.map(({ name, value }) => sql`, ${value} as ${name}`);
  const set = values.map(({ name }) => sql`, ${name} = due.${name}`);
  // The inner query must be materialized: a plan that repeats it for each row would find the next items each time.
  const begin = statement<Row>(sql`
    with asked as materialized (
      select * from unnest(${placeholder("workspaceIds")}::uuid[], ${placeholder("capacities")}::int[]) a(workspace_id, capacity)
    ),
    due as materialized (
      select d.* from asked a cross join lateral (
        select ${workspaceId} as workspace_id, ${id} as id${sql.join(selected)} from ${table}
        where ${pending} and ${inBatch(sql`${workspaceId}`)} and ${workspaceId} = a.workspace_id and ${dueAt} <= ${at} and ${id} <> all(${placeholder("inHand")}::uuid[])
        order by ${first ? sql`${first}, ` : sql``}${dueAt}, ${id} limit a.capacity
      ) d
    )
    update ${table} set attempt_count = ${attemptCount} + 1${also ? sql`, ${also(at)}` : sql``}${sql.join(set)}
    from due${returned?.tables ? sql`, ${returned.tables}` : sql``}
    where ${inBatch(sql`${workspaceId}`)} and ${workspaceId} = due.workspace_id and ${id} = due.id and ${pending}${returned?.on ? sql` and ${returned.on}` : sql``}
    returning ${workspaceId} as "workspaceId", ${id} as id${returned ? sql`, ${returned.columns}` : sql``}`);
  return (db: Db, lanes: readonly LaneCapacity[], now: Date): Promise<readonly Row[]> =>
    begin(db, {
      workspaces: arrayOf(workspacesOf(lanes)),
      workspaceIds: arrayOf(lanes.map((lane) => lane.workspaceId)),
      capacities: arrayOf(lanes.map(({ capacity }) => capacity)),
      inHand: arrayOf(lanes.flatMap(({ inHand }) => inHand)),
      at: now.toISOString(),
    });
}
