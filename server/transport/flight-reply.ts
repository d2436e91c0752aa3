/** How deep arguments may be nested: React decodes them by recursion. */
const deepest = 32;

/** React writes a `$` in front of what JSON cannot say: `$$` is a dollar sign, `$K1` a form whose fields stand beside it. */
const marked = /^\$(?:\$|undefined$|K[0-9a-f]{1,4}$)/;

/**
 * Whether a text is a list of arguments as our pages send it to a server action: plain values, and forms. React knows more kinds (maps,
 * dates, streams), and throws at many a wrong one; who needs another kind adds it here.
 * @param text the first part of what `encodeReply` gave
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
