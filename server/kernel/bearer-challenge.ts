/** WWW-Authenticate for a bearer token (RFC 6750, 3), as the headers of an answer. */
export function bearerChallenge(pairs: Readonly<Record<string, string>> = {}): {
  "www-authenticate": string;
} {
  const said = Object.entries(pairs).map(([name, value]) => `${name}="${value}"`);
  return { "www-authenticate": ["Bearer", said.join(", ")].filter(Boolean).join(" ") };
}
