import { type SQL, sql } from "drizzle-orm";

/**
 * The head of an UPDATE that claims rows: `due` holds what `rows` selects and no other worker has. It must be materialized. In FROM or IN a
 * plan may run it again for each row of the table, and every run skips what the one before it has just taken, so a limit would not hold.
 * @param rows a SELECT with its order and limit
 */
export const dueRows = (rows: SQL): SQL =>
  sql`with due as materialized (${rows} for no key update skip locked)`;
