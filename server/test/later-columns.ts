import { is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";

const modules = import.meta.glob<Record<string, unknown>>("../../drizzle/schema/*.ts", { eager: true });
const tables = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value) => is(value, PgTable)) as PgTable[];

/**
 * Does something in a database of an earlier version with columns that tables have today and did not have then; they are empty, and gone
 * afterwards.
 */
export async function withLaterColumns<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const added: [table: string, column: string][] = [];
  for (const { name, columns } of tables.map(getTableConfig)) {
    const found = await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${name}`;
    if (found.length === 0) continue;
    const known = new Set(found.map((column) => column.name));
    const wanted = columns.map((column) => toSnakeCase(column.name));
    for (const column of wanted) if (!known.has(column)) added.push([name, column]);
  }
  for (const [table, column] of added) await sql`alter table ${sql(table)} add ${sql(column)} text`;
  const result = await work();
  for (const [table, column] of added) await sql`alter table ${sql(table)} drop ${sql(column)}`;
  return result;
}
