/** Response headers with WWW-Authenticate for a bearer token (RFC 6750, 3). */
export function bearerChallenge(pairs: Readonly<Record<string, string>> = {}): {
  "www-authenticate": string;
} {
  const said = Object.entries(pairs).map(([name, value]) => `${name}="${value}"`);
  return { "www-authenticate": ["Bearer", said.join(", ")].filter(Boolean).join(" ") };
}
