import { randomFillSync } from "node:crypto";

const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * Random bytes as hexadecimal digits, from a pool of prefetched ones: a fetch per id would take longer than everything else that tracing
 * costs a request. For unique ids, not for secrets, which would stay in memory before and after their use.
 * @param bytes at most 4096
 */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used);
}
