import { randomFillSync } from "node:crypto";
import { encodeTime, ulid } from "ulid";
import { v7 } from "uuid";

/** A new UUIDv7: sorts by time of making, unique without asking the database. */
export const newId = (): string => v7();

const pool = Buffer.alloc(4096);
let used = pool.length;

/** Randomness for one character of a ULID, from a pool: asking the system for each would cost more than the request's routing. */
function pooledRandom(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool.readUInt8(used++) / 256;
}

/** 26 characters that sort by time. */
const newUlid = (at?: Date): string => ulid(at?.getTime(), pooledRandom);

/** A new request id, to quote to support; sorts by `at`, which is now unless said. */
export const newRequestId = (at?: Date): string => `req_${newUlid(at)}`;

/** Sorts before every request id of this instant and later, and after all earlier ones. */
export const firstRequestIdAt = (at: Date): string =>
  `req_${encodeTime(Math.max(0, at.getTime()), 10)}${"0".repeat(16)}`;

/** A new `webhook-id`: the same over all deliveries and retries of an event. */
export const newMessageId = (): string => `msg_${newUlid()}`;
