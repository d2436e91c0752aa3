/**
 * An array as PostgreSQL writes it: a list is one parameter, so that a statement's text does not change with its length. The driver's
 * own way costs this process more, JSON costs the database more: both twice.
 */
export const arrayOf = (values: readonly (string | number | null)[]): string =>
  `{${values.map(elementOf).join()}}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON quotes as PostgreSQL does, but for these
const control = /[\u0000-\u001f]/;

function elementOf(value: string | number | null): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  return control.test(value) ? `"${value.replace(/[\\"]/g, "\\$&")}"` : JSON.stringify(value);
}
