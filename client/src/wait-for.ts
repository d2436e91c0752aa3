import { type Answer, errorOf } from "./read-answer.js";
import type { Send } from "./send.js";
import { sleep } from "./sleep.js";
import type { ErrorFacts } from "./timeaway-error.js";

/** A read operation, as far as its end is told. */
interface Ended {
  status: "PENDING" | "SUCCEEDED" | "FAILED";
  result: { body: Answer | null } | null;
  error: ErrorFacts | null;
}

/**
 * Polls an operation until it ends, after 250 ms, then ever more rarely, at least every 10 s.
 * @returns the body that the write would have answered @throws what it would have been refused with
 */
export async function waitFor(send: Send, id: string, signal: AbortSignal | undefined): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    await sleep(Math.min(10_000, 250 * 1.5 ** tries), signal);
    const { data } = await send({ method: "GET", path: `operations/${id}`, mayRepeat: true, signal });
    // The document promises the shape.
    const { status, result, error } = data as Ended;
    if (error) throw errorOf(error, 0);
    if (status === "SUCCEEDED") return result?.body ?? {};
  }
}
