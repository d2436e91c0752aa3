/** U+FFFD, the replacement character that decoders write for invalid input. */
const unreadable = "\ufffd";

const storableText = (text: string): string => text.toWellFormed().replaceAll("\0", unreadable);

/**
 * A JSON value that `jsonb` accepts, whatever a client has sent: PostgreSQL rejects NUL and unpaired surrogates, also in member names.
 * Valid values are returned equal.
 */
export const storable = <T>(value: T): T => mapped(value) as T;

function mapped(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(mapped);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name), mapped(inner)]),
  );
}
