import { type Answer, errorOf } from "./read-answer.js";
import type { Send } from "./send.js";
import { sleep } from "./sleep.js";
import type { ErrorFacts } from "./timeaway-error.js";

/** The fields of an operation that say whether and how it ended. */
interface Ended {
  status: "PENDING" | "SUCCEEDED" | "FAILED";
  result: { body: Answer | null } | null;
  error: ErrorFacts | null;
}

/**
 * Polls an operation until it ends: after 250 ms, then ever less often, at least every 10 s.
 * @returns the body of the write's answer @throws the error of the write
 */
export async function waitFor(send: Send, id: string, signal: AbortSignal | undefined): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    await sleep(Math.min(10_000, 250 * 1.5 ** tries), signal);
    const { data } = await send({ method: "GET", path: `operations/${id}`, mayRepeat: true, signal });
    // The API's document promises the shape.
    const { status, result, error } = data as Ended;
    if (error) throw errorOf(error, 0);
    if (status === "SUCCEEDED") return result?.body ?? {};
  }
}
