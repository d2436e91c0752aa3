import type { SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type DistributedDb, inBatches, workspacesOf } from "@/server/kernel/database/distribution";
import { batchOfAll, everyReachableWorkspace, theseWorkspaces, type Whole } from "./reach";
import { scoped } from "./scoped";

type OfWorkspace = PgTable & { workspaceId: AnyPgColumn<{ notNull: true }> };

/** Maximum workspaces that one search finds. */
const atOnce = 1000;

/**
 * Work over all workspaces: finds those with rows that meet a condition, without locks, then works in each batch of them.
 * @param work handles rows of these workspaces, in transactions of its own
 * @returns the sum of what `work` returned
 */
export async function inWorkspacesWith(
  services: DistributedDb,
  table: OfWorkspace,
  condition: SQL | undefined,
  work: (scope: Whole) => Promise<number>,
): Promise<number> {
  const found = await scoped(everyReachableWorkspace("finds where something is to do"), table)
    .select(services.db, { workspaceId: table.workspaceId })
    .where(condition)
    .groupBy(table.workspaceId)
    .limit(atOnce);
  const isDistributed = await services.isDistributed();
  const counts = await inBatches(services, found as { workspaceId: string }[], async (batch) => {
    const scope = isDistributed ? theseWorkspaces(workspacesOf(batch)) : batchOfAll;
    return [await work(scope)];
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
