import { randomInt } from "node:crypto";

/** The share by which a delay may be shorter or longer, so that what failed together does not come back together. */
export const jitter = 0.2;

/**
 * How long after an attempt the next one is made.
 * @param delaysMs after each attempt but the last
 * @param attemptCount attempts so far, the one that failed included
 * @param random from 0 to 1: where in the jitter's range the delay falls; in its middle unless said
 * @returns milliseconds; null when that was the last attempt
 */
export function retryDelay(delaysMs: readonly number[], attemptCount: number, random = 0.5): number | null {
  const delay = delaysMs[attemptCount - 1];
  return delay === undefined ? null : Math.round(delay * (1 - jitter + 2 * jitter * random));
}

/** From 0 to 1: for what must be spread. */
export const secureRandom = (): number => randomInt(2 ** 32) / 2 ** 32;
