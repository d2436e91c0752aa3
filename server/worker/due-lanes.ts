import { type SQL, sql } from "drizzle-orm";
import { workers, workLeases } from "@/drizzle/schema/work";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { firstId } from "@/server/kernel/database/page-token";
import { literal, typedAs } from "@/server/kernel/database/sql-parts";
import type { LaneKey, Queue } from "./kind";

/** The last lane that a poll reached; the next step continues after it, so that every lane gets its turn. */
export type Cursor = LaneKey;
/** Sorts before every lane. */
export const pollStart: Cursor = { workspaceId: firstId, lane: firstId };

export interface DueLane extends LaneKey {
  /** Another living worker holds the lane. */
  isHeld: boolean;
}

export const lanesAtOnce = 64;

const { placeholder } = sql;
const now = sql`${placeholder("now")}::timestamptz`;
const workspaceId = sql`${placeholder("workspaceId")}::uuid`;

/** A lane's name, unique across workspaces. */
const nameOf = ({ workspaceId: workspace, lane }: LaneKey): string => `${workspace}/${lane}`;

/**
 * Finds lanes with due items: an index skip scan over the pending items that reads only each lane's earliest one, however many rows the
 * lane has. It takes no locks.
 */
export function dueLanesOf(
  kind: string,
  { table, workspaceId: workspace, lane, dueAt, pending, isUnsettled }: Queue,
) {
  const laneOf = lane ? sql`, ${lane} as lane` : sql``;
  const keys = lane ? sql`${workspace}, ${lane}` : sql`${workspace}`;
  const after = (key: SQL): SQL => sql`
    select ${workspace} as workspace_id${laneOf}, ${dueAt} as due_at from ${table}
    where ${pending} and (${keys}) > (${key}) order by ${keys}, ${dueAt} limit 1`;
  const first = lane ? sql`${workspaceId}, ${typedAs(lane, placeholder("lane"))}` : workspaceId;
  const last = lane ? sql`s.workspace_id, s.lane` : sql`s.workspace_id`;
  const name = lane ? sql`s.lane::text` : sql`s.workspace_id::text`;
  const find = statement<DueLane>(sql`
    with recursive scan as (
      (${after(first)})
      union all
      select n.* from scan s cross join lateral (${after(last)}) n
    )
    select s.workspace_id as "workspaceId", ${name} as lane, held.worker_id is not null as "isHeld"
    from scan s
    left join lateral (
      select l.worker_id from ${workLeases} l join ${workers} w on w.id = l.worker_id and w.alive_until > clock_timestamp()
      where l.kind = ${literal(kind)} and l.workspace_id = s.workspace_id and l.lane = ${name}
      -- Keeps the scan's order, so that the limit stops it.
      offset 0) held on true
    where (s.due_at <= ${now}${isUnsettled ? sql` or ${isUnsettled}` : sql``}) and s.workspace_id || '/' || ${name} <> all(${placeholder("ours")}::text[])
    limit ${literal(lanesAtOnce)}`);
  /** @param ours lanes that the calling worker holds; excluded */
  return (db: Db, from: Cursor, ours: readonly LaneKey[], at: Date): Promise<readonly DueLane[]> =>
    find(db, {
      workspaceId: from.workspaceId,
      ...(lane && { lane: from.lane }),
      ours: arrayOf(ours.map(nameOf)),
      now: at.toISOString(),
    });
}
