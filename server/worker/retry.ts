import { randomInt } from "node:crypto";

/** Fraction by which a delay may be shorter or longer, so that simultaneous failures do not retry together. */
export const jitter = 0.2;

/**
 * The delay from an attempt to the next.
 * @param delaysMs after each attempt but the last
 * @param attemptCount attempts so far, the failed one included
 * @param random from 0 to 1: position of the delay in the jitter's range; its middle by default
 * @returns milliseconds; null after the last attempt
 */
export function retryDelay(delaysMs: readonly number[], attemptCount: number, random = 0.5): number | null {
  const delay = delaysMs[attemptCount - 1];
  return delay === undefined ? null : Math.round(delay * (1 - jitter + 2 * jitter * random));
}

/** From 0 to 1: for jitter. */
export const secureRandom = (): number => randomInt(2 ** 32) / 2 ** 32;
