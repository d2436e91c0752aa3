import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Clock, second } from "./clock";
import { type Db, statement } from "./db";

/** How often this process compares its clock with the database's. */
const compareEveryMs = 30 * second;
/** While the database does not answer. */
const retryMs = second;
/** How many comparisons a start makes: the quickest answer is the one that tells most. */
const firstComparisons = 3;

const databaseTime = statement<{ at: number }>(
  sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
);

export interface DatabaseClock {
  clock: Clock;
  /** Resolves when the clock has been set for the first time. */
  set: Promise<void>;
  stop(): void;
}

/**
 * A clock that goes as the database's does, whatever the machine's says: what processes must agree on, when something is due and the
 * time that a signature carries, is the same in all of them, to a few milliseconds. Between two comparisons it runs by this process's
 * monotonic clock, so that it never jumps with the machine's.
 */
export function databaseClock(db: Db): DatabaseClock {
  // Until the database has answered, there is nothing better.
  let ahead = Date.now() - performance.now();
  const ending = new AbortController();

  /** The error of a comparison is half of the time that the answer took. */
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
      // A database that does not answer tells nothing; the clock goes on.
      await setFrom(1).catch(() => undefined);
    }
  }

  const set = setFirst();
  set.then(keepSet).catch(() => undefined);
  return { clock: () => new Date(ahead + performance.now()), set, stop: () => ending.abort() };
}
