import { getTableColumns, is, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgTable, type PgUpdateSetSource } from "drizzle-orm/pg-core";
import { arrayOf } from "./array-of";
import type { Db } from "./db";
import { type DistributedDb, inBatches, workspacesOf } from "./distribution";
import { ofEvery, ofSeveral } from "./in-batch";
import { literal } from "./sql-parts";

/** Maximum rows per statement, so that no transaction takes long. */
const together = 5000;

/** Limits a further table of a condition to the workspaces that a statement is about. */
export type OfWorkspaces = (workspaceId: SQLWrapper) => SQL;
/** A condition on a table's rows. One with further tables, each of a workspace, limits each of them by `of`. */
export type RowCondition = SQL | ((of: OfWorkspaces) => SQL);

/** A table, or one of its partitions. */
export interface Rows {
  table: SQLWrapper;
  /** The column of the workspace; omitted for a table that all workspaces share. */
  workspaceId?: SQLWrapper;
}

function rowsIn(table: PgTable): Rows {
  const { workspaceId } = getTableColumns(table);
  return { table, ...(workspaceId?.notNull && { workspaceId }) };
}

/** The condition in these workspaces; in all without a list. @param none says so in the text */
function within(
  { workspaceId }: Rows,
  condition: RowCondition,
  workspaces: readonly string[] | undefined,
  none: OfWorkspaces,
): SQL {
  const given = workspaces && arrayOf(workspaces);
  const of: OfWorkspaces = (id) => (given ? sql`${id} = any(${given}::uuid[])` : none(id));
  const all = typeof condition === "function" ? condition(of) : condition;
  return workspaceId ? sql`${of(workspaceId)} and (${all})` : all;
}

/**
 * Matches some rows by their position that no other transaction is deleting or changing, and locks them: by key it takes twice as long. The
 * statement runs within one server. The condition is checked again, because a position is unique only within one table: each partition may
 * have a row at it.
 */
const some = ({ table }: Rows, condition: SQL, most: number): SQL => sql`ctid = any(array(
  select ctid from ${table} where ${condition} limit ${literal(most)} for update skip locked)) and ${condition}`;

const wherever: OfWorkspaces = (workspaceId) => ofEvery("finds where something is over", workspaceId);

/** The workspaces with rows to change, and how many rows these are: a step's at most. Without locks. */
async function findWorkspaces(db: Db, rows: Rows, condition: RowCondition, most: number) {
  const found = await db.execute<{ workspaceId: string; count: number }>(sql`
    select r.workspace_id as "workspaceId", count(*)::int as count
    from (select ${rows.workspaceId} as workspace_id from ${rows.table} where ${within(rows, condition, undefined, wherever)} limit ${literal(most)}) r
    group by 1`);
  return [...(found as Iterable<{ workspaceId: string; count: number }>)];
}

/**
 * Repeats a statement, or a small transaction, that deletes or changes some of the remaining rows, until a step affects fewer than `most`.
 * @param most maximum rows per step
 * @param steps maximum number of steps
 * @returns the number of affected rows
 */
export async function inSteps(
  step: () => Promise<{ count: number }>,
  most: number,
  steps: number,
): Promise<number> {
  let total = 0;
  for (let done = 0; done < steps; done++) {
    const { count } = await step();
    total += count;
    if (count < most) break;
  }
  return total;
}

/**
 * `inSteps` for work that finds the workspaces first, and then works in each batch of them.
 * @param find the workspaces with something to do; with `most` rows together, there may be more
 */
export async function inStepsOfWorkspaces(
  services: DistributedDb,
  find: () => Promise<readonly { workspaceId: string; count: number }[]>,
  step: (workspaces: readonly string[]) => Promise<{ count: number }>,
  most: number,
  steps: number,
): Promise<number> {
  let total = 0;
  for (let done = 0; done < steps; ) {
    const found = await find();
    const counts = await inBatches(services, found, async (batch) => {
      const all = workspacesOf(batch);
      let taken = 0;
      const count = await inSteps(
        () => {
          taken++;
          return step(all);
        },
        most,
        steps - done,
      );
      return [{ count, taken }];
    });
    const count = counts.reduce((sum, one) => sum + one.count, 0);
    total += count;
    done += Math.max(1, ...counts.map(({ taken }) => taken));
    const seen = found.reduce((sum, one) => sum + one.count, 0);
    if (seen < most || count === 0) break;
  }
  return total;
}

/** Changes rows that meet a condition, some at a time: of all workspaces together, or of each where they are distributed. */
async function changeInSteps(
  services: DistributedDb,
  rows: Rows,
  condition: RowCondition,
  change: (which: SQL) => Promise<{ count: number }>,
  steps: number,
  most: number,
): Promise<number> {
  const step = (workspaces?: readonly string[]) =>
    change(some(rows, sql`(${within(rows, condition, workspaces, () => ofSeveral)})`, most));
  if (!rows.workspaceId || !(await services.isDistributed())) return inSteps(() => step(), most, steps);
  const find = () => findWorkspaces(services.db, rows, condition, most);
  return inStepsOfWorkspaces(services, find, step, most, steps);
}

const isTable = (of: PgTable | Rows): of is PgTable => is(of, PgTable);

/**
 * Deletes expired rows in small steps and skips rows that other transactions lock. An index must support the condition.
 * @param of a table, or a partition
 * @param steps maximum number of steps per call
 * @returns the number of deleted rows
 */
export function deleteInSteps(
  services: DistributedDb,
  of: PgTable | Rows,
  condition: RowCondition,
  steps = Number.POSITIVE_INFINITY,
): Promise<number> {
  const rows = isTable(of) ? rowsIn(of) : of;
  const change = (which: SQL) => services.db.execute(sql`delete from ${rows.table} where ${which}`);
  return changeInSteps(services, rows, condition, change, steps, together);
}

/**
 * Updates rows in small steps, like `deleteInSteps`. The change must make the condition false.
 * @param most maximum rows per step: fewer for a slow change
 * @returns the number of updated rows
 */
export function updateInSteps<T extends PgTable>(
  services: DistributedDb,
  table: T,
  change: PgUpdateSetSource<T>,
  condition: RowCondition,
  steps = Number.POSITIVE_INFINITY,
  most = together,
): Promise<number> {
  const update = (which: SQL) => services.db.update(table).set(change).where(which);
  return changeInSteps(services, rowsIn(table), condition, update, steps, most);
}
