import { sql } from "drizzle-orm";
import type { Services } from "@/server/kernel/services";

/**
 * Empties a table and the tables that refer to it, as in a fresh installation, and polls for work until every connection has cached the
 * plan of an empty table.
 */
export async function forgetRows(
  { db }: Services,
  table: string,
  looks: readonly (() => Promise<unknown>)[],
): Promise<void> {
  await db.execute(sql`truncate ${sql.identifier(table)} cascade`);
  await db.execute(sql`analyze`);
  for (let round = 0; round < 10; round++)
    for (const look of looks) await Promise.all(Array.from({ length: 10 }, look));
}
