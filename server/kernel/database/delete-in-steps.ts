import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "./db";
import { literal } from "./sql-parts";

/** Maximum rows per statement, so that no transaction takes long. */
const together = 5000;

/**
 * Matches some rows by ctid that no other transaction is deleting or changing, and locks them. The condition is checked again, because
 * a ctid is unique only within one table: each partition may have a row at it.
 */
const some = (table: SQLWrapper, condition: SQL, most = together): SQL => sql`ctid = any(array(
  select ctid from ${table} where ${condition} limit ${literal(most)} for update skip locked)) and (${condition})`;

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
 * Deletes expired rows in small steps and skips rows that other transactions lock. An index must support the condition.
 * @param table a table, or the name of a partition
 * @param steps maximum number of steps per call
 * @returns the number of deleted rows
 */
export const deleteInSteps = (
  db: Db,
  table: SQLWrapper,
  condition: SQL,
  steps = Number.POSITIVE_INFINITY,
): Promise<number> =>
  inSteps(() => db.execute(sql`delete from ${table} where ${some(table, condition)}`), together, steps);

/**
 * Updates rows in small steps, like `deleteInSteps`. The change must make the condition false.
 * @param most maximum rows per step: fewer for a slow change
 * @returns the number of updated rows
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
