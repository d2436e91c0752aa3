const basic = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/** RFC 6749, 2.3.1 requires both parts form-encoded, but many clients send them raw: both readings count. */
function readings(part: string): [string, ...string[]] {
  try {
    const decoded = decodeURIComponent(part.replaceAll("+", " "));
    return decoded === part ? [part] : [decoded, part];
  } catch {
    return [part];
  }
}

/** The possible ids and secrets of a Basic header; null when it is not one. An empty secret is none. */
export function basicCredentials(
  header: string,
): { clientIds: [string, ...string[]]; secrets: readonly string[] } | null {
  const encoded = basic.exec(header.trim())?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, "base64").toString();
  const colon = text.indexOf(":");
  if (colon < 1) return null;
  const secret = text.slice(colon + 1);
  return { clientIds: readings(text.slice(0, colon)), secrets: secret === "" ? [] : readings(secret) };
}
