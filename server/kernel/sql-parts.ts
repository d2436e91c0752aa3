import { type AnyColumn, type Column, type Placeholder, type SQL, sql } from "drizzle-orm";
import { arrayOf } from "./array-of";

type List = Parameters<typeof arrayOf>[0];

/** Encodes what a placeholder is given; a list that is absent stays so. */
const encoder = {
  mapToDriverValue: (values: List | null | undefined): string | null => (values ? arrayOf(values) : null),
};

/** Whether a column has one of these values. A placeholder takes the list as it is. */
export const isAnyOf = (column: AnyColumn | SQL, values: List | Placeholder): SQL =>
  sql`${column} = any(${sql.param(values, encoder)})`;

/** A constant as part of a statement's text, so that it is planned with it: a number, or a word of ours. */
export const literal = (value: string | number): SQL =>
  sql.raw(typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`);

/**
 * Lists side by side as rows, for a statement's FROM. Each column is the placeholder of its name, to be filled by `arrayOf`.
 * @param columns their types, by name
 */
export function unnested(name: string, columns: Record<string, string>): SQL {
  const lists = Object.entries(columns).map(
    ([column, type]) => sql`${sql.placeholder(column)}::${sql.raw(type)}[]`,
  );
  const names = Object.keys(columns).map((column) => sql.identifier(column));
  return sql`unnest(${sql.join(lists, sql`, `)}) as ${sql.identifier(name)}(${sql.join(names, sql`, `)})`;
}

/** A value of the type that a column has. */
export const typedAs = (column: Column, value: Placeholder | SQL): SQL =>
  sql`${value}::${sql.raw(column.getSQLType())}`;
