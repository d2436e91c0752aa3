import { and, eq, gt, sql } from "drizzle-orm";
import { type QueueReading, workers, workLeases } from "@/drizzle/schema/work";
import type { Db } from "@/server/kernel/database/db";
import { ofEvery } from "@/server/kernel/database/in-batch";
import type { Services } from "@/server/kernel/services";
import type { Kind } from "./kind";

const anyOf = ofEvery("the operator sees the whole queue");

/** A kind's queue figures for the operator. */
export type QueueState = QueueReading;

/** Counts a kind's due items, the lanes held and their workers, and measures the oldest item's delay. */
export async function queueState(
  { clock }: Services,
  db: Db,
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
      .where(sql`${anyOf} and ${pending} and ${dueAt} <= ${at}`),
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
      .where(and(anyOf, eq(workLeases.kind, name))),
  ]);
  return {
    kind: name,
    dueCount: due?.count ?? 0,
    oldestSeconds: Math.round(due?.seconds ?? 0),
    heldLaneCount: held?.lanes ?? 0,
    workerCount: held?.workers ?? 0,
  };
}
