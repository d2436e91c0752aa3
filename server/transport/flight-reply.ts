/** Maximum nesting of arguments: React decodes them recursively. */
const deepest = 32;

/** React marks what JSON cannot express with a leading `$`: `$$` is a dollar sign, `$K1` a form whose fields are sent beside it. */
const marked = /^\$(?:\$|undefined$|K[0-9a-f]{1,4}$)/;

/**
 * Whether a text is an argument list as our pages send it to a server action: plain values and forms. React supports more kinds (maps,
 * dates, streams), and throws on many invalid ones. Add a kind here when an action needs it.
 * @param text the first part of `encodeReply`'s result
 */
export function isReply(text: FormDataEntryValue | null): boolean {
  if (typeof text !== "string") return false;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && isPlain(value, 0);
  } catch {
    return false;
  }
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "string") return !value.startsWith("$") || marked.test(value);
  if (typeof value !== "object" || value === null) return true;
  return depth < deepest && Object.values(value).every((inner) => isPlain(inner, depth + 1));
}
