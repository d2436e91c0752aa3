import type { PgInsertValue, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/server/kernel/database/db";

export type SeedProgress = (done: number, total: number, what: string) => void;

/** Rows of one table, in the order that foreign keys require. */
export interface TableRows {
  what: string;
  count: number;
  insert(db: Db): Promise<void>;
}

/** PostgreSQL accepts at most 65,535 parameters; no table here has more than 32 columns. */
const batchSize = 500;

export function rowsOf<T extends PgTable>(
  what: string,
  table: T,
  rows: readonly T["$inferInsert"][],
): TableRows {
  return {
    what,
    count: rows.length,
    async insert(db) {
      for (let from = 0; from < rows.length; from += batchSize) {
        // Drizzle cannot relate a generic table to its values; $inferInsert is their type.
        const batch = rows.slice(from, from + batchSize) as PgInsertValue<T>[];
        await db.insert(table).values(batch);
      }
    },
  };
}

export async function insertAll(db: Db, tables: readonly TableRows[], progress: SeedProgress): Promise<void> {
  const total = tables.reduce((sum, table) => sum + table.count, 0);
  let done = 0;
  for (const table of tables) {
    await table.insert(db);
    done += table.count;
    progress(done, total, table.what);
  }
}
