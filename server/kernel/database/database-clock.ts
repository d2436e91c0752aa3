import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Clock, second } from "@/server/kernel/time/clock";
import { type Db, statement } from "./db";

/** The interval between comparisons with the database's clock. */
const compareEveryMs = 30 * second;
/** The retry interval while the database does not answer. */
const retryMs = second;
/** The number of comparisons at startup: the fastest answer has the smallest error. */
const firstComparisons = 3;

const databaseTime = statement<{ at: number }>(
  sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
);

export interface DatabaseClock {
  clock: Clock;
  /** Resolves when the clock is first set. */
  set: Promise<void>;
  stop(): void;
}

/**
 * A clock that follows the database's clock, whatever the machine's clock says. Processes must agree on due times and on the timestamps
 * of signatures: with this clock they do, to a few milliseconds. Between two comparisons it runs on this process's monotonic clock, so
 * that it never jumps with the machine's clock.
 */
export function databaseClock(db: Db): DatabaseClock {
  // The fallback until the database has answered.
  let ahead = Date.now() - performance.now();
  const ending = new AbortController();

  /** The error of a comparison is at most half of its round-trip time. */
  async function compare(): Promise<{ ahead: number; tookMs: number }> {
    const asked = performance.now();
    const [row] = await databaseTime(db);
    const answered = performance.now();
    return { ahead: Number(row?.at) - (asked + answered) / 2, tookMs: answered - asked };
  }

  async function setFrom(comparisons: number): Promise<void> {
    let best = await compare();
    for (let turn = 1; turn < comparisons; turn++) {
      const next = await compare();
      if (next.tookMs < best.tookMs) best = next;
    }
    ahead = best.ahead;
  }

  const pause = (ms: number): Promise<void> => delay(ms, undefined, { ref: false, signal: ending.signal });

  async function setFirst(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        return await setFrom(firstComparisons);
      } catch {
        await pause(retryMs).catch(() => undefined);
      }
    }
  }

  async function keepSet(): Promise<void> {
    for (;;) {
      await pause(compareEveryMs);
      // Without an answer the clock keeps its last setting.
      await setFrom(1).catch(() => undefined);
    }
  }

  const set = setFirst();
  set.then(keepSet).catch(() => undefined);
  return { clock: () => new Date(ahead + performance.now()), set, stop: () => ending.abort() };
}
