import { randomFillSync } from "node:crypto";

const pool = Buffer.alloc(4096);
let used = pool.length;

/**
 * Random bytes as hexadecimal digits, of some that were fetched together: one fetch takes longer than all else that a request costs a trace.
 * For names that must not meet, not for secrets, which would lie in memory before and after their time.
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
