/**
 * Encodes an array as a PostgreSQL array literal: a list is one parameter, so that a statement's text does not depend on its length.
 * The driver's encoding costs this process twice as much, and JSON costs the database twice as much.
 */
export const arrayOf = (values: readonly (string | number | null)[]): string =>
  `{${values.map(elementOf).join()}}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes like PostgreSQL, except for control characters
const control = /[\u0000-\u001f]/;

function elementOf(value: string | number | null): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  return control.test(value) ? `"${value.replace(/[\\"]/g, "\\$&")}"` : JSON.stringify(value);
}
