import { randomFillSync } from "node:crypto";

const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * Random bytes from a pool of prefetched ones: a system call for each few bytes costs more than what they are for. For ids and nonces, not
 * for secrets, which would stay in memory before and after their use.
 * @param bytes at most 4096
 * @returns a part of the pool, to be used before the next call
 */
export function pooledRandom(bytes: number): Buffer {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.subarray(used - bytes, used);
}
