import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import type { DistributedDb } from "@/server/kernel/database/distribution";
import { ofEvery, ofSeveral } from "@/server/kernel/database/in-batch";
import { firstId } from "@/server/kernel/database/page-token";
import { literal, typedAs } from "@/server/kernel/database/sql-parts";
import type { LaneKey, Queue } from "./kind";
import { keyOf } from "./lane";

/** The last lane that a poll reached; the next step continues after it, so that every lane gets its turn. */
export type Cursor = LaneKey;
/** Sorts before every lane. */
export const pollStart: Cursor = { workspaceId: firstId, lane: firstId };

export const lanesAtOnce = 64;
/** Due items that a look reads at most. With more, there is a backlog: it would read one lane's items for the lanes behind them. */
const itemsAtOnce = 1000;

const { placeholder } = sql;
const anyOf = (workspaceId: SQLWrapper) => ofEvery("finds the lanes with something due", workspaceId);
const now = sql`${placeholder("now")}::timestamptz`;
const isOurs = (lane: SQL): SQL => sql`${lane} in (select unnest(${placeholder("ours")}::uuid[]))`;

/** The lanes of the oldest due items, and how many items these are: reads only what is due, by the index on due time. */
const lanesOfOldest = ({ table, workspaceId, lane = workspaceId, dueAt, pending }: Queue) =>
  statement<LaneKey & { count: number }>(sql`
    select o.workspace_id as "workspaceId", o.lane, count(*)::int as count
    from (
      select ${workspaceId} as workspace_id, ${lane} as lane from ${table}
      where ${anyOf(workspaceId)} and ${pending} and ${dueAt} <= ${now} order by ${dueAt} limit ${literal(itemsAtOnce)}) o
    group by 1, 2`);

/** A queue's key and the cursor: of workspace and lane, or of the workspace alone where that is the lane. */
function keysOf({ workspaceId, lane }: Queue) {
  const workspace = sql`${placeholder("workspaceId")}::uuid`;
  if (!lane) return { keys: sql`${workspaceId}`, cursor: workspace, last: sql`s.workspace_id` };
  return {
    keys: sql`${workspaceId}, ${lane}`,
    cursor: sql`${workspace}, ${typedAs(lane, placeholder("lane"))}`,
    last: sql`s.workspace_id, s.lane`,
  };
}

/**
 * In a backlog: an index skip scan over the pending items that reads only each lane's earliest one, however many items the lane has. Only
 * one server can run it.
 */
function lanesBySkipScan(queue: Queue) {
  const { table, workspaceId, lane = workspaceId, dueAt, pending } = queue;
  const { keys, cursor, last } = keysOf(queue);
  const after = (key: SQL): SQL => sql`
    select ${workspaceId} as workspace_id, ${lane} as lane, ${dueAt} as due_at from ${table}
    where ${ofSeveral} and ${pending} and (${keys}) > (${key}) order by ${keys}, ${dueAt} limit 1`;
  return statement<LaneKey>(sql`
    with recursive scan as (
      (${after(cursor)})
      union all
      select n.* from scan s cross join lateral (${after(last)}) n
    )
    select s.workspace_id as "workspaceId", s.lane from scan s
    where s.due_at <= ${now} and not ${isOurs(sql`s.lane`)} limit ${literal(lanesAtOnce)}`);
}

/** The same on several servers: it reads all that is due. */
function lanesByGroup(queue: Queue) {
  const { table, workspaceId, lane = workspaceId, dueAt, pending } = queue;
  const { keys, cursor } = keysOf(queue);
  return statement<LaneKey>(sql`
    select ${queue.workspaceId} as "workspaceId", ${lane} as lane from ${table}
    where ${anyOf(workspaceId)} and ${pending} and ${dueAt} <= ${now} and (${keys}) > (${cursor}) and not ${isOurs(sql`${lane}`)}
    group by 1, 2 order by 1, 2 limit ${literal(lanesAtOnce)}`);
}

/** Lanes with something to settle, though nothing in them may be due. */
function unsettledLanes(queue: Queue) {
  const { table, lane, pending, unsettled } = queue;
  if (!lane || !unsettled) return undefined;
  const { workspaceId: workspace, id, isUnsettled } = unsettled;
  return statement<LaneKey>(sql`
    select ${workspace} as "workspaceId", ${id} as lane from ${unsettled.table}
    cross join lateral (
      select from ${table} where ${pending} and ${queue.workspaceId} = ${workspace} and ${lane} = ${id} limit 1) q
    where ${anyOf(workspace)} and ${isUnsettled(now)}`);
}

/**
 * Finds lanes with due items, or with something to settle, in their order. It takes no locks, and reads no more than what is due; in a
 * backlog, the earliest item of each lane.
 */
export function dueLanesOf(queue: Queue) {
  const ofOldest = lanesOfOldest(queue);
  const bySkipScan = lanesBySkipScan(queue);
  const byGroup = lanesByGroup(queue);
  const unsettled = unsettledLanes(queue);
  /** @param ours lanes that the calling worker holds; excluded */
  return async (
    { db, isDistributed }: DistributedDb,
    from: Cursor,
    ours: readonly LaneKey[],
    at: Date,
  ): Promise<LaneKey[]> => {
    const look = {
      workspaceId: from.workspaceId,
      lane: from.lane,
      ours: arrayOf(ours.map(({ lane }) => lane)),
      now: at.toISOString(),
    };
    const [oldest, settling] = await Promise.all([ofOldest(db, look), unsettled?.(db, look) ?? []]);
    const count = oldest.reduce((sum, one) => sum + one.count, 0);
    const search = (await isDistributed()) ? byGroup : bySkipScan;
    const due = count < itemsAtOnce ? oldest : await search(db, look);
    const found = new Map(
      [...due, ...settling].map(({ workspaceId, lane }) => [
        keyOf({ workspaceId, lane }),
        { workspaceId, lane },
      ]),
    );
    for (const one of ours) found.delete(keyOf(one));
    const start = keyOf(from);
    return [...found]
      .filter(([name]) => name > start)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, lane]) => lane)
      .slice(0, lanesAtOnce);
  };
}
