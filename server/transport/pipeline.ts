/** What a step answers; turned into a Response at the very end. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** JSON text, or null for no body. */
  body: string | null;
}

/** What comes after a step, with the exchange as it is or with the one that the step made of it. */
export type Next<X> = (changed?: X) => Promise<Answer>;

/** One check or one layer around the work. It answers itself, or goes on with `next`. */
export type Step<X> = (exchange: X, next: Next<X>) => Promise<Answer>;

/** Steps in the order in which they are listed, around `work`. A step may throw at once; the pipeline's promise rejects. */
export function pipeline<X>(
  steps: readonly Step<X>[],
  work: (exchange: X) => Promise<Answer>,
): (x: X) => Promise<Answer> {
  return steps.reduceRight<(x: X) => Promise<Answer>>(
    (next, step) => async (x) => step(x, (changed = x) => next(changed)),
    work,
  );
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
