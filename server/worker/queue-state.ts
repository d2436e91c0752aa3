import { and, eq, gt, sql } from "drizzle-orm";
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
  const [[due], [held]] = await Promise.all([
    db
      .select({
        count: sql<number>`count(*)::int`,
        seconds: sql<number>`coalesce(extract(epoch from ${at} - min(${dueAt})), 0)::float8`,
      })
      .from(table)
      .where(sql`${pending} and ${dueAt} <= ${at}`),
    db
      .select({
        lanes: sql<number>`count(*)::int`,
        workers: sql<number>`count(distinct ${workLeases.workerId})::int`,
      })
      .from(workLeases)
      .innerJoin(
        workers,
        and(eq(workers.id, workLeases.workerId), gt(workers.aliveUntil, sql`clock_timestamp()`)),
      )
      .where(eq(workLeases.kind, name)),
  ]);
  return {
    kind: name,
    dueCount: due?.count ?? 0,
    oldestSeconds: Math.round(due?.seconds ?? 0),
    heldLaneCount: held?.lanes ?? 0,
    workerCount: held?.workers ?? 0,
  };
}
