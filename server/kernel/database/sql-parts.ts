import { type AnyColumn, type Column, type Placeholder, type SQL, sql } from "drizzle-orm";
import { arrayOf } from "./array-of";

type List = Parameters<typeof arrayOf>[0];

/** Encodes a placeholder's list; null and undefined become null. */
const encoder = {
  mapToDriverValue: (values: List | null | undefined): string | null => (values ? arrayOf(values) : null),
};

/** Whether a column has one of these values. A placeholder takes the list itself. */
export const isAnyOf = (column: AnyColumn | SQL, values: List | Placeholder): SQL =>
  sql`${column} = any(${sql.param(values, encoder)})`;

/** A constant in the statement's text, so that the planner sees it: a number, or a word of ours. */
export const literal = (value: string | number): SQL =>
  sql.raw(typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`);

/**
 * Parallel lists as rows, for a statement's FROM. Each column is the placeholder of its name; encode its value with `arrayOf`.
 * @param columns their types, by name
 */
export function unnested(name: string, columns: Record<string, string>): SQL {
  const lists = Object.entries(columns).map(
    ([column, type]) => sql`${sql.placeholder(column)}::${sql.raw(type)}[]`,
  );
  const names = Object.keys(columns).map((column) => sql.identifier(column));
  return sql`unnest(${sql.join(lists, sql`, `)}) as ${sql.identifier(name)}(${sql.join(names, sql`, `)})`;
}

/** A value cast to a column's type. */
export const typedAs = (column: Column, value: Placeholder | SQL): SQL =>
  sql`${value}::${sql.raw(column.getSQLType())}`;
