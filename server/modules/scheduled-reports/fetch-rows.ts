import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/server/kernel/db";

const batchSize = 250;

/**
 * The rows of a query, in batches: memory holds one of them. Must run inside a transaction, whose snapshot all batches share.
 * @param name of the cursor; one name always stands for the same columns, because statements are prepared by their text
 */
export async function* fetchRows<T extends Record<string, unknown>>(
  tx: Db,
  name: string,
  query: SQL,
): AsyncGenerator<readonly T[]> {
  const cursor = sql.identifier(name);
  await tx.execute(sql`declare ${cursor} no scroll cursor for ${query}`);
  // The query says which columns come; its caller says of what type they are.
  for (;;) {
    const rows: readonly Record<string, unknown>[] = await tx.execute(
      sql`fetch ${sql.raw(String(batchSize))} from ${cursor}`,
    );
    if (rows.length > 0) yield rows as readonly T[];
    if (rows.length < batchSize) return;
  }
}
