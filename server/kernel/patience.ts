/** Thrown in place of work that took too long. */
export class OutOfPatience extends Error {
  override name = "OutOfPatience";
}

/**
 * Waits for work, but no longer than `ms`. The work itself goes on.
 * @throws OutOfPatience when it is over
 */
export async function withPatience<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new OutOfPatience(`It took longer than ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
