/** Our keys and secrets, JSON Web Tokens and Authorization values, wherever somebody put them. */
const secrets =
  /svc_live_[0-9A-Za-z]+|whsec_[0-9A-Za-z+/=_-]+|eyJ[\w-]{8,}\.[\w-]+\.?[\w-]*|\b(?:bearer|basic)(?:\s|%20|\+)+[\w.~+/=-]+/gi;
const secretNames = /key|token|secret|passw|auth|signature|credential|^code$/i;

const hidden = "[redacted]";

/** Text without what PostgreSQL cannot hold, without secrets, and not longer than `maximum` characters. */
export function redacted(text: string, maximum: number, presentedKey: string | null = null): string {
  const shown = presentedKey && presentedKey.length >= 8 ? text.replaceAll(presentedKey, hidden) : text;
  const cut = shown.length > maximum * 2 ? shown.slice(0, maximum * 2) : shown;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is removed
  const clean = cut.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, "");
  const safe = clean.replace(secrets, hidden);
  return safe.length > maximum ? `${safe.slice(0, maximum - 1)}…` : safe;
}

/** A query string in which the values of telling names are hidden; a page token is cut short. */
export function redactedQuery(search: string, presentedKey: string | null): string {
  const parts = search.split("&").map((part) => {
    const name = part.slice(0, Math.max(0, part.indexOf("=")));
    if (name === "nextToken") return "nextToken=…";
    return secretNames.test(name) ? `${name}=${hidden}` : part;
  });
  return redacted(parts.join("&"), 1000, presentedKey);
}

/** Every text inside a JSON value, redacted; values under telling names are hidden. */
export function redactedJson(value: unknown, presentedKey: string | null, depth = 0): unknown {
  if (typeof value === "string") return redacted(value, 300, presentedKey);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 4) return hidden;
  if (Array.isArray(value))
    return value.slice(0, 50).map((item) => redactedJson(item, presentedKey, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 30)
      .map(([name, inner]) => [
        redacted(name, 60, presentedKey),
        secretNames.test(name) && typeof inner === "string"
          ? hidden
          : redactedJson(inner, presentedKey, depth + 1),
      ]),
  );
}
