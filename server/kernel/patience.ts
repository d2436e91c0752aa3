import { second } from "./clock";

/** How long anybody waits for a database that does not answer. */
export const patienceMs = 5 * second;
/** The longest lists take a second or two of a busy database. */
export const readWithinMs = 2 * patienceMs;

export const outOfPatience = "OUT_OF_PATIENCE";

/** Thrown in place of work that took too long. Known by its code: each bundle of the server has a class of its own. */
export class OutOfPatience extends Error {
  override name = "OutOfPatience";
  readonly code = outOfPatience;
}

/**
 * Waits for work, but no longer than `ms`. The work itself goes on.
 * @param isExcused asked when the time is over: whether the work waits for somebody else than us, and gets as much time again
 * @throws OutOfPatience when it is over
 */
export async function withPatience<T>(
  work: Promise<T>,
  ms: number,
  isExcused: () => boolean = () => false,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    const start = () => {
      timer = setTimeout(() => {
        if (isExcused()) start();
        else reject(new OutOfPatience(`It took longer than ${ms} ms.`));
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
