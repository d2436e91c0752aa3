import { second } from "./clock";

/** Timeout for a database that does not answer. */
export const databaseTimeoutMs = 5 * second;
/** Timeout for reads: the longest lists take a second or two on a busy database. */
export const readTimeoutMs = 2 * databaseTimeoutMs;

export const timeoutCode = "TIMED_OUT";

/** Thrown when work times out. Recognized by its code: each bundle of the server has its own copy of the class. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
  readonly code = timeoutCode;
}

/**
 * Waits for work at most `ms`; the work itself continues.
 * @param isExcused called at the timeout: true when the work waits on a third party, which grants another `ms`
 * @throws TimeoutError when the time is over
 */
export function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  isExcused: () => boolean = () => false,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const over = () => {
      if (isExcused()) timer = setTimeout(over, ms);
      else reject(new TimeoutError(`It took longer than ${ms} ms.`));
    };
    let timer = setTimeout(over, ms);
    const clear = () => clearTimeout(timer);
    work.then(clear, clear);
    work.then(resolve, reject);
  });
}
