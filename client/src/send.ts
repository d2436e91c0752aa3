import type { TimeawayOptions } from "./options.js";
import { Pace } from "./pace.js";
import { type Answer, readAnswer } from "./read-answer.js";
import { sleep } from "./sleep.js";
import { ConnectionFailedError, TimeawayError } from "./timeaway-error.js";

/** One request, independent of how often it is sent. */
export interface Outgoing {
  method: string;
  /** Path below `/v2/`, with its query. */
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Whether the request is idempotent: it changes nothing, or carries an Idempotency-Key. */
  mayRepeat: boolean;
  signal?: AbortSignal | undefined;
}

/** Whether to retry. A rate-limited request was not run, so that even a write without a key can be retried. */
function isPassing({ code, status }: TimeawayError, { mayRepeat }: Outgoing): boolean {
  if (code === "RATE_LIMITED") return true;
  return mayRepeat && (status === 0 || status >= 500 || code === "IDEMPOTENCY_REQUEST_IN_PROGRESS");
}

export type Send = (outgoing: Outgoing) => Promise<Answer>;

/** Sends requests to one installation with one key: at the key's rate, with retries where they are safe. */
export function senderOf(options: TimeawayOptions): Send {
  const {
    apiKey,
    maxAttempts = 5,
    timeoutMs = 60_000,
    fetch = (url, init) => globalThis.fetch(url, init),
  } = options;
  if (!apiKey) throw new TypeError("apiKey is missing");
  const base = `${new URL(options.baseUrl).href.replace(/\/+$/, "")}/v2/`;
  const pace = new Pace();

  async function attempt({ method, path, headers, body, signal }: Outgoing): Promise<Answer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    let response: Response | undefined;
    try {
      response = await fetch(base + path, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // Following a redirect would send the key elsewhere, or a write as a read.
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return await readAnswer(response);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof TimeawayError) throw cause;
      throw new ConnectionFailedError(`${method} ${base}${path} got no answer.`, cause);
    } finally {
      pace.leave(response?.headers);
    }
  }

  return async (outgoing) => {
    for (let tries = 1; ; tries += 1) {
      await pace.enter(outgoing.signal);
      try {
        return await attempt(outgoing);
      } catch (error) {
        if (!(error instanceof TimeawayError) || tries >= maxAttempts || !isPassing(error, outgoing))
          throw error;
      }
      await sleep(Math.random() * Math.min(30_000, 500 * 2 ** tries), outgoing.signal);
    }
  };
}
