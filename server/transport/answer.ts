/** What a request is answered with; turned into a Response at the very end. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** JSON text, or null for no body. */
  body: string | null;
}

/** A JSON answer. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify(body),
});

/** Path and query of a request as they were sent: no URL parser that would normalise or throw. */
export function targetOf(url: string): { path: string; search: string } {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const target = start === -1 ? "/" : url.slice(start);
  const hash = target.indexOf("#");
  const clean = hash === -1 ? target : target.slice(0, hash);
  const mark = clean.indexOf("?");
  return mark === -1
    ? { path: clean, search: "" }
    : { path: clean.slice(0, mark), search: clean.slice(mark + 1) };
}

/** The Response of an answer; a HEAD request gets the headers alone. */
export function toResponse(answer: Answer, method: string): Response {
  const headers =
    answer.body === null ? answer.headers : { "content-type": "application/json", ...answer.headers };
  return new Response(method === "HEAD" ? null : answer.body, { status: answer.status, headers });
}
