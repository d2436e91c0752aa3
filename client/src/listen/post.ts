import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";

/** The outcome of one attempt. */
export interface Outcome {
  /** Null when there was no answer. */
  status: number | null;
  /** Why there was no answer, such as ECONNREFUSED. */
  fault: string | null;
  ms: number;
}

/** The timeout of an attempt, the same as the service's for a receiver. */
const attemptMs = 15_000;
/** How long the body of the answer is read; it is ignored. */
const bodyMs = 2000;

const faultOf = (error: Error & { code?: unknown }): string =>
  error.name === "AbortError" || error.name === "TimeoutError"
    ? `no answer within ${attemptMs / 1000} s`
    : String(error.code ?? error.message);

/**
 * Posts a body and returns the status of the answer. Does not follow redirects. Does not use `fetch`, which adds headers and blocks some
 * ports.
 */
export function post(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<Outcome> {
  const start = performance.now();
  const outcome = (status: number | null, fault: string | null): Outcome => ({
    status,
    fault,
    ms: Math.round(performance.now() - start),
  });
  const request = url.protocol === "https:" ? secureRequest : plainRequest;
  return new Promise((resolve) => {
    // A receiver that restarts closes its connections: each attempt opens its own.
    const outgoing = request(url, {
      method: "POST",
      agent: false,
      signal: AbortSignal.timeout(attemptMs),
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    });
    outgoing.on("error", (error) => resolve(outcome(null, faultOf(error))));
    outgoing.on("response", (incoming) => {
      resolve(outcome(incoming.statusCode ?? null, null));
      incoming.on("error", () => undefined).resume();
      setTimeout(() => incoming.destroy(), bodyMs).unref();
    });
    outgoing.end(body);
  });
}
