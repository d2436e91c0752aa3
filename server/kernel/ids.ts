import { encodeTime, incrementBase32, ulid } from "ulid";
import { v7 } from "uuid";
import { pooledRandom } from "./random-pool";

/** Time and counter of the last UUIDv7: within a millisecond the counter increments from a random start (RFC 9562, 6.2, method 1). */
const last = { msecs: 0, seq: 0 };

/** A new UUIDv7: sorts by creation time, unique without a query to the database. */
export function newId(): string {
  const random = pooledRandom(16);
  const now = Date.now();
  if (now > last.msecs) {
    last.msecs = now;
    // The upper half stays free for increments.
    last.seq = random.readUInt32BE(6) >>> 1;
  } else last.seq++;
  return v7({ random, ...last });
}

/** A number from 0 to 1, for one character of a ULID. */
const fraction = (): number => pooledRandom(1).readUInt8() / 256;

/** A generator of 26-character ULIDs, which sort by time; within a millisecond they increment, which keeps the creation order. */
function ulids(): (at?: Date) => string {
  const last = { msecs: -1, random: "" };
  return (at = new Date()) => {
    const msecs = at.getTime();
    last.random = msecs === last.msecs ? incrementBase32(last.random) : ulid(msecs, fraction).slice(10);
    last.msecs = msecs;
    return encodeTime(msecs, 10) + last.random;
  };
}

const requestUlid = ulids();
const messageUlid = ulids();

/** A new request id, to quote to support; sorts by `at`, by default the current time. */
export const newRequestId = (at?: Date): string => `req_${requestUlid(at)}`;

/** Sorts before every request id of this instant and later, and after all earlier ones. */
export const firstRequestIdAt = (at: Date): string =>
  `req_${encodeTime(Math.max(0, at.getTime()), 10)}${"0".repeat(16)}`;

/** A new `webhook-id`: the same for all deliveries and retries of an event. */
export const newMessageId = (): string => `msg_${messageUlid()}`;
