import { sql } from "drizzle-orm";
import { workers, workLeases } from "@/drizzle/schema/work";
import type { Services } from "@/server/kernel/services";
import type { Kind } from "./kind";

/** What the operator is told of a kind of work. */
export interface QueueState {
  kind: string;
  /** Items that are due, those under way included. */
  dueCount: number;
  /** For how many seconds the oldest of them has been due; 0 when nothing is. */
  oldestSeconds: number;
  heldLaneCount: number;
  /** Living workers that hold one. */
  workerCount: number;
}

/** What is due of a kind, and who is at it. */
export async function queueState(
  { db, clock }: Services,
  { name, queue: { table, dueAt, pending } }: Pick<Kind<never>, "name" | "queue">,
): Promise<QueueState> {
  const at = sql`${clock().toISOString()}::timestamptz`;
  const [row] = await db.execute<{ due: number; seconds: number; lanes: number; workers: number }>(sql`
    select due.count as due, due.seconds, held.lanes, held.workers
    from (select count(*)::int as count, coalesce(extract(epoch from ${at} - min(${dueAt})), 0)::float8 as seconds
      from ${table} where ${pending} and ${dueAt} <= ${at}) due,
    (select count(*)::int as lanes, count(distinct l.worker_id)::int as workers
      from ${workLeases} l join ${workers} w on w.id = l.worker_id and w.alive_until > clock_timestamp()
      where l.kind = ${name}) held`);
  return {
    kind: name,
    dueCount: row?.due ?? 0,
    oldestSeconds: Math.round(row?.seconds ?? 0),
    heldLaneCount: row?.lanes ?? 0,
    workerCount: row?.workers ?? 0,
  };
}
