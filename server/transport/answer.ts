/** The answer to a request; converted to a Response at the very end. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** JSON text, or null for no body. */
  body: string | null;
  /** The body encoded as in the headers' Content-Encoding; sent instead of `body`. */
  encoded?: Uint8Array<ArrayBuffer> | undefined;
}

/** A JSON answer. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify(body),
});

/** Percent-encoded unreserved characters: letters, digits, `-`, `.`, `_` and `~`. */
const encodedUnreserved = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

/** Decodes needlessly encoded characters: the path stays equivalent (RFC 3986, 6.2.2.2). */
export const plainPath = (path: string): string =>
  path.includes("%")
    ? path.replace(encodedUnreserved, (text) => String.fromCharCode(Number.parseInt(text.slice(1), 16)))
    : path;

/** Path and query of a request as sent, apart from `plainPath`. No URL parser: it would normalise more, or throw. */
export function targetOf(url: string): { path: string; search: string } {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const target = start === -1 ? "/" : url.slice(start);
  const hash = target.indexOf("#");
  const clean = hash === -1 ? target : target.slice(0, hash);
  const mark = clean.indexOf("?");
  return mark === -1
    ? { path: plainPath(clean), search: "" }
    : { path: plainPath(clean.slice(0, mark)), search: clean.slice(mark + 1) };
}

/** Converts an answer to a Response; a HEAD request gets only the headers. */
export function toResponse(answer: Answer, method: string): Response {
  const headers =
    answer.body === null ? answer.headers : { "content-type": "application/json", ...answer.headers };
  return new Response(method === "HEAD" ? null : (answer.encoded ?? answer.body), {
    status: answer.status,
    headers,
  });
}
