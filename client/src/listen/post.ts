import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";

/** What became of one attempt. */
export interface Outcome {
  /** Null when there was no answer. */
  status: number | null;
  /** Of no answer, such as ECONNREFUSED. */
  fault: string | null;
  ms: number;
}

/** As long as the service waits for a receiver. */
const attemptMs = 15_000;
/** How long what follows the status is read, which counts for nothing. */
const bodyMs = 2000;

const faultOf = (error: Error & { code?: unknown }): string =>
  error.name === "AbortError" || error.name === "TimeoutError"
    ? `no answer within ${attemptMs / 1000} s`
    : String(error.code ?? error.message);

/**
 * Posts a body, and tells the status of the answer. Redirections are not followed. Not by `fetch`, which sends headers of its own and
 * refuses some ports.
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
    // A receiver that is started anew closes its connections: each attempt has one of its own.
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
