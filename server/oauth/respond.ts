import { type Answer, json } from "@/server/transport/answer";
import type { OauthError } from "./errors";

/** No response is a page: no script, no frame, no MIME sniffing. */
const guarded = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
};
const uncached = { ...guarded, "cache-control": "no-store", pragma: "no-cache" };

/** Any origin, never with cookies: no response depends on anything that a browser adds by itself (decision 3.14). */
export const anyOrigin = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "www-authenticate, retry-after, x-request-id",
};

/** A response for one caller, which no cache may store. */
export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  json(status, body, { ...uncached, ...headers });

/** A document that is the same for everyone. */
export const publicDocument = (body: string, maxAgeSeconds: number): Answer => ({
  status: 200,
  headers: { ...guarded, "cache-control": `public, max-age=${maxAgeSeconds}` },
  body,
});

export const redirect = (location: string): Answer => ({
  status: 302,
  headers: { ...uncached, location },
  body: null,
});

export const refusal = (error: OauthError): Answer =>
  answer(error.status, { error: error.code, error_description: error.message }, { ...error.headers });

/**
 * The response to a CORS preflight.
 * @param headers allowed in addition to those of every request
 */
export const preflight = (methods: readonly string[], headers: readonly string[] = []): Answer => ({
  status: 204,
  headers: {
    ...uncached,
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": [
      "authorization",
      "content-type",
      "mcp-protocol-version",
      ...headers,
    ].join(", "),
    "access-control-max-age": "86400",
  },
  body: null,
});
