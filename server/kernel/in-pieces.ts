import { setTimeout as delay } from "node:timers/promises";

/** Works of this process that go on piece by piece at the moment. */
let underWay = 0;

/** Milliseconds. Who is held up by a busy database does not hold up others by long rests as well. */
const longestRest = 50;

/**
 * Does something long a few at a time, and rests in between, so that all such works of a process together take half of its time, and
 * whoever waits for an answer comes in between.
 * @param size of a piece: some milliseconds of work
 * @throws what `work` throws; what comes after is not begun
 */
export async function inPieces<T>(
  all: readonly T[],
  size: number,
  work: (piece: readonly T[]) => Promise<void>,
): Promise<void> {
  underWay++;
  try {
    for (let at = 0; at < all.length; at += size) {
      const started = performance.now();
      await work(all.slice(at, at + size));
      const took = performance.now() - started;
      if (at + size < all.length) await delay(Math.min(longestRest, took * (2 * underWay - 1)));
    }
  } finally {
    underWay--;
  }
}
