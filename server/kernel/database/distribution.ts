import { type SQL, sql } from "drizzle-orm";
import { groupBy } from "@/server/kernel/group-by";
import { type Db, statement } from "./db";

const hasCitus = statement<{ found: boolean }>(
  sql`select exists (select from pg_extension where extname = 'citus') as found`,
);
const hasWorkspaces = statement<{ found: boolean }>(
  sql`select exists (select from pg_dist_partition where logicalrelid = 'workspaces'::regclass and partmethod = 'h') as found`,
);

/** Whether the database distributes workspaces over several servers (Citus). */
export async function findDistribution(db: Db): Promise<boolean> {
  const [citus] = await hasCitus(db);
  if (!citus?.found) return false;
  const [workspaces] = await hasWorkspaces(db);
  return workspaces?.found ?? false;
}

/** The workspaces of a batch, as parameter of a statement whose every table has the condition `ofGiven`. */
export const workspacesOf = (items: readonly { workspaceId: string }[]): string[] => [
  ...new Set(items.map(({ workspaceId }) => workspaceId)),
];

/**
 * Limits a table of a batch to the batch's workspaces. Citus sends a statement to one server, with its locks, when each of its tables is
 * limited to one workspace by a parameter; on plain PostgreSQL a batch may be of many.
 */
export const ofGiven = (workspaceId: SQL): SQL =>
  sql`${workspaceId} = any(${sql.placeholder("workspaces")}::uuid[])`;

/**
 * The batches that one statement or transaction may handle: all items together on plain PostgreSQL, the items of one workspace where
 * workspaces are distributed over servers.
 */
export async function batchesOf<T extends { workspaceId: string }>(
  { isDistributed }: { isDistributed(): Promise<boolean> },
  items: readonly T[],
): Promise<(readonly T[])[]> {
  if (items.length === 0) return [];
  if (!(await isDistributed())) return [items];
  return [...groupBy(items, ({ workspaceId }) => workspaceId).values()];
}
