import { second } from "./clock";

/** How long anybody waits for a database that does not answer. */
export const databaseTimeoutMs = 5 * second;
/** The longest lists take a second or two of a busy database. */
export const readTimeoutMs = 2 * databaseTimeoutMs;

export const timeoutCode = "OUT_OF_PATIENCE";

/** Thrown in place of work that took too long. Known by its code: each bundle of the server has a class of its own. */
export class TimeoutError extends Error {
  override name = "OutOfPatience";
  readonly code = timeoutCode;
}

/**
 * Waits for work, but no longer than `ms`. The work itself goes on.
 * @param isExcused asked when the time is over: whether the work waits for somebody else than us, and gets as much time again
 * @throws OutOfPatience when it is over
 */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  isExcused: () => boolean = () => false,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    const start = () => {
      timer = setTimeout(() => {
        if (isExcused()) start();
        else reject(new TimeoutError(`It took longer than ${ms} ms.`));
      }, ms);
    };
    start();
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
