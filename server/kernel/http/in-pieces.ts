import { setTimeout as delay } from "node:timers/promises";

/** Runs in progress in this process. */
let underWay = 0;

/** Maximum rest in milliseconds, so that a run delayed by a busy database does not also delay others by long rests. */
const longestRest = 50;

/**
 * Processes many items in pieces and rests in between, so that all such runs of a process together take half of its time, and waiting
 * requests get their turn.
 * @param size items per piece: some milliseconds of work
 * @throws the error of `work`; the remaining pieces are not started
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
