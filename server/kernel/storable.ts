/** U+FFFD, as decoders write what they cannot read. */
const unreadable = "\ufffd";

const storableText = (text: string): string => text.toWellFormed().replaceAll("\0", unreadable);

/**
 * A JSON value that `jsonb` takes, whatever a client has sent: PostgreSQL refuses NUL and halves of surrogate pairs, in members' names
 * too. Values that it takes as they are come back equal.
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
