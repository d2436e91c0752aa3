import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./db";

/** Rows of one DELETE, so that no transaction grows long. */
const together = 5000;

/**
 * Deletes what is over, in small steps.
 * @param steps at most so many in one call
 * @returns how many rows went
 */
export async function deleteInSteps(
  db: Db,
  table: PgTable,
  condition: SQL,
  steps = Number.POSITIVE_INFINITY,
): Promise<number> {
  let total = 0;
  for (let step = 0; step < steps; step++) {
    const some = db.select({ ctid: sql`ctid` }).from(table).where(condition).limit(together);
    const { count } = await db.delete(table).where(sql`ctid = any(array(${some}))`);
    total += count;
    if (count < together) break;
  }
  return total;
}
