import { eq, inArray, sql } from "drizzle-orm";
import { workers, workLeases } from "@/drizzle/schema/work";
import type { Services } from "@/server/kernel/services";

/** Expires the holders of a workspace's lanes: by the database's clock they have missed their heartbeat. */
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
