/** Our keys and secrets, JSON Web Tokens and Authorization values, anywhere in a text. */
const secrets =
  /svc_live_[0-9A-Za-z]+|whsec_[0-9A-Za-z+/=_-]+|eyJ[\w-]{8,}\.[\w-]+\.?[\w-]*|\b(?:bearer|basic)(?:\s|%20|\+)+[\w.~+/=-]+/gi;
const secretNames = /key|token|secret|passw|auth|signature|credential|^code$/i;

const hidden = "[redacted]";

/** The text without characters that PostgreSQL cannot store and without secrets, at most `maximum` characters long. */
export function redacted(text: string, maximum: number, presentedKey: string | null = null): string {
  const shown = presentedKey && presentedKey.length >= 8 ? text.replaceAll(presentedKey, hidden) : text;
  const cut = shown.length > maximum * 2 ? shown.slice(0, maximum * 2) : shown;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are removed
  const clean = cut.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, "");
  const safe = clean.replace(secrets, hidden);
  return safe.length > maximum ? `${safe.slice(0, maximum - 1)}…` : safe;
}

/** A query string with the values of secret names hidden and page tokens omitted. */
export function redactedQuery(search: string, presentedKey: string | null): string {
  const parts = search.split("&").map((part) => {
    const name = part.slice(0, Math.max(0, part.indexOf("=")));
    if (name === "nextToken") return "nextToken=…";
    return secretNames.test(name) ? `${name}=${hidden}` : part;
  });
  return redacted(parts.join("&"), 1000, presentedKey);
}

/** A JSON value with every text redacted and the values of secret names hidden. */
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
