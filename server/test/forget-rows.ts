import { sql } from "drizzle-orm";
import type { Services } from "@/server/kernel/services";

/**
 * Empties a table, and those that follow from it, as a fresh installation has them, and looks for work long enough that every connection
 * keeps the plan of an empty table.
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
