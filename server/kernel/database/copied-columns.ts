import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * For an `insert … select` that copies rows of a table, named "like": the columns, and their values.
 * @param others values in place of the copied ones, by the column's name
 * @param left columns that the database generates
 */
export function copiedColumns(table: PgTable, others: Record<string, SQL>, left: readonly string[] = []) {
  const names = Object.values(getTableColumns(table))
    .map(({ name }) => toSnakeCase(name))
    .filter((name) => !left.includes(name));
  const list = (parts: readonly (SQL | ReturnType<typeof sql.identifier>)[]): SQL =>
    sql.join([...parts], sql`, `);
  return {
    columns: list(names.map((name) => sql.identifier(name))),
    values: list(names.map((name) => others[name] ?? sql`"like".${sql.identifier(name)}`)),
  };
}
