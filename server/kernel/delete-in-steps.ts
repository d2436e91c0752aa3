import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "./db";
import { literal } from "./sql-parts";

/** Rows of one statement, so that no transaction grows long. */
const together = 5000;

/**
 * The places of some rows, which nobody else deletes or changes at this moment. The statement around it asks again whether the row is
 * meant: a place is one of a table, and of each of its partitions.
 */
const some = (table: SQLWrapper, condition: SQL, most = together): SQL => sql`ctid = any(array(
  select ctid from ${table} where ${condition} limit ${literal(most)} for update skip locked)) and (${condition})`;

/**
 * Repeats a statement, or a small transaction, that deletes or changes some of what is left, until there is less than it would take.
 * @param most rows of one step
 * @param steps at most so many
 * @returns how many rows
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
 * Deletes what is over, in small steps, past what others hold. The condition must be one that an index finds.
 * @param table or the name of a partition
 * @param steps at most so many in one call
 * @returns how many rows went
 */
export const deleteInSteps = (
  db: Db,
  table: SQLWrapper,
  condition: SQL,
  steps = Number.POSITIVE_INFINITY,
): Promise<number> =>
  inSteps(() => db.execute(sql`delete from ${table} where ${some(table, condition)}`), together, steps);

/**
 * The same for what is to be changed: the change must make the condition false.
 * @param most rows of one step: fewer where a change takes long
 * @returns how many rows were changed
 */
export const updateInSteps = <T extends PgTable>(
  db: Db,
  table: T,
  change: PgUpdateSetSource<T>,
  condition: SQL,
  steps = Number.POSITIVE_INFINITY,
  most = together,
): Promise<number> =>
  inSteps(
    () =>
      db
        .update(table)
        .set(change)
        .where(some(table, condition, most)),
    most,
    steps,
  );
