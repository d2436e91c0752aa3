import { type SQL, sql } from "drizzle-orm";
import { groupBy } from "@/server/kernel/group-by";
import { type Db, statement } from "./db";
import {
  citusQuery,
  distributionQuery,
  isDistributedAtAll,
  type TableDistribution,
  whyHalfDistributed,
} from "./table-distribution";
import { UnsuitableDatabaseError } from "./unsuitable-database";

const hasCitus = statement<{ found: boolean }>(sql.raw(citusQuery));
const readTables = statement<TableDistribution>(sql.raw(distributionQuery));

/**
 * Whether the database distributes workspaces over several servers (Citus).
 * @throws UnsuitableDatabaseError when it distributes some tables only
 */
export async function findDistribution(db: Db): Promise<boolean> {
  const [citus] = await hasCitus(db);
  if (!citus?.found) return false;
  const tables = await readTables(db);
  const reason = whyHalfDistributed(tables);
  if (reason) throw new UnsuitableDatabaseError(reason);
  return isDistributedAtAll(tables);
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
