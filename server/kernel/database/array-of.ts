/**
 * Encodes an array as a PostgreSQL array literal: a list is one parameter, so that a statement's text does not depend on its length.
 * The driver's encoding costs this process twice as much, and JSON costs the database twice as much.
 */
export const arrayOf = (values: readonly (string | number | null)[]): string =>
  `{${values.map(elementOf).join()}}`;

const escaped = /["\\]/;

function elementOf(value: string | number | null): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  return `"${escaped.test(value) ? value.replace(/["\\]/g, "\\$&") : value}"`;
}
