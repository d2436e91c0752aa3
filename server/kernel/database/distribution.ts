import { sql } from "drizzle-orm";
import { groupBy } from "@/server/kernel/group-by";
import { type Db, statement } from "./db";
import { ofWorkspace } from "./server-shares";
import {
  citusQuery,
  distributionQuery,
  isDistributedAtAll,
  type TableDistribution,
  whyHalfDistributed,
} from "./table-distribution";
import { UnsuitableDatabaseError } from "./unsuitable-database";

/** Batches that one call handles at the same time. */
const atOnce = 4;

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

/** A database whose workspaces may be distributed. */
export interface DistributedDb {
  db: Db;
  isDistributed(): Promise<boolean>;
}

/** The workspaces of a batch, as parameter of a statement whose every table has the condition `inBatch`. */
export const workspacesOf = (items: readonly { workspaceId: string }[]): string[] => [
  ...new Set(items.map(({ workspaceId }) => workspaceId)),
];

/**
 * The batches that one statement or transaction may handle: all items together on plain PostgreSQL, the items of one workspace where
 * workspaces are distributed over servers.
 */
export async function batchesOf<T extends { workspaceId: string }>(
  { isDistributed }: Pick<DistributedDb, "isDistributed">,
  items: readonly T[],
): Promise<(readonly T[])[]> {
  if (items.length === 0) return [];
  if (!(await isDistributed())) return [items];
  return [...groupBy(items, ({ workspaceId }) => workspaceId).values()];
}

const ofOne = <T extends { workspaceId: string }, R>(
  batch: readonly T[],
  work: (batch: readonly T[]) => Promise<R>,
): Promise<R> => ofWorkspace(batch[0]?.workspaceId ?? "", () => work(batch));

/**
 * Handles items in batches, several at the same time. A batch that fails keeps no other from being handled; its error is thrown at the end.
 * @returns the results of all batches
 */
export async function inBatches<T extends { workspaceId: string }, R>(
  services: Pick<DistributedDb, "isDistributed">,
  items: readonly T[],
  work: (batch: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const batches = await batchesOf(services, items);
  const isDistributed = await services.isDistributed();
  const results: R[] = [];
  const errors: unknown[] = [];
  const waiting = batches.values();
  const handle = async () => {
    for (const batch of waiting)
      try {
        results.push(...(await (isDistributed ? ofOne(batch, work) : work(batch))));
      } catch (error) {
        errors.push(error);
      }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, batches.length) }, handle));
  if (errors.length > 0) throw errors[0];
  return results;
}
