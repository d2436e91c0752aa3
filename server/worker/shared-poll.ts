import { and, eq, lt, sql } from "drizzle-orm";
import { queueLooks } from "@/drizzle/schema/work";
import type { Db } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { plus, second } from "@/server/kernel/time/clock";
import { queueStates } from "./due-work";
import type { QueueState } from "./queue-state";

/** Within this time after a poll, every caller gets its result. */
const pollEveryMs = 10 * second;
/** An older result is stale: no process has completed a poll for this long. */
const staleMs = 60 * second;
const name = "all";

/**
 * The queue of each kind of work, as one of the processes polled it some seconds ago at most. The queues are polled once, regardless of the
 * number of processes and calls.
 * @returns null when no process has completed a poll for a while
 */
export async function sharedPoll(services: Services, db: Db): Promise<readonly QueueState[] | null> {
  await services.clockSet;
  const now = services.clock();
  const ours = await db
    .insert(queueLooks)
    .values({ name, begunAt: now })
    .onConflictDoUpdate({
      target: queueLooks.name,
      set: { begunAt: now },
      setWhere: lt(queueLooks.begunAt, plus(now, -pollEveryMs)),
    })
    .returning({ name: queueLooks.name });
  if (ours.length > 0) {
    const queues = await queueStates(services, db);
    await db
      .update(queueLooks)
      .set({ endedAt: services.clock(), queues: [...queues] })
      .where(eq(queueLooks.name, name));
    return queues;
  }
  const [found] = await db
    .select({ queues: queueLooks.queues })
    .from(queueLooks)
    .where(and(eq(queueLooks.name, name), sql`${queueLooks.endedAt} > ${plus(now, -staleMs).toISOString()}`));
  return found?.queues ?? null;
}
