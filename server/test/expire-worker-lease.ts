import { eq, inArray, sql } from "drizzle-orm";
import { workers, workLeases } from "@/drizzle/schema/work";
import type { Services } from "@/server/kernel/services";

/** Whoever holds a lane of a workspace is taken for dead: by the database's clock it said nothing for too long. */
export async function expireWorkerLease({ db }: Services, workspaceId: string): Promise<void> {
  const holders = db
    .select({ id: workLeases.workerId })
    .from(workLeases)
    .where(eq(workLeases.workspaceId, workspaceId));
  await db
    .update(workers)
    .set({ aliveUntil: sql`clock_timestamp() - interval '1 second'` })
    .where(inArray(workers.id, holders));
}
