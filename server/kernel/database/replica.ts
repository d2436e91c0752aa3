import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Logger } from "@/server/kernel/telemetry/log";
import { second } from "@/server/kernel/time/clock";
import { withTimeout } from "@/server/kernel/time/timeout";
import { openBackgroundConnection } from "./background-connection";
import { type Db, statement } from "./db";
import type { Pooling } from "./pooling";

/** A streaming replica of the database, for reads. */
export interface Replica {
  /** For reads. */
  db: Db;
  /**
   * Waits until the replica has replayed everything committed before this call: users see their own writes, and no answer is older than its
   * request.
   * @returns null when the primary must be read: the replica is unavailable, or has not caught up in time
   */
  caughtUp(): Promise<Db | null>;
  /** @returns how many bytes of the primary's WAL are still to be replayed, or null when the server is unavailable or not a replica */
  lagBytes(): Promise<number | null>;
  close(): Promise<void>;
}

interface Needs {
  url: string;
  pooling(): Promise<Pooling>;
  /** Maximum wait of a read for the replica to catch up, in milliseconds. */
  waitMs: number;
  /** For reads. */
  db: Db;
  /** The primary, on connections that the work of verbs cannot exhaust. */
  primary: Db;
  log: Logger;
}

interface Position {
  at: number;
}

/** The WAL position that covers everything committed, except what a crash may lose. */
const written = statement<Position>(
  sql`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as at`,
);

/** No row when no primary streams to it: a standalone server, or one left behind when another replica was promoted. */
const replayed = statement<Position>(
  sql`select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as at
    where pg_is_in_recovery() and exists (select from pg_stat_wal_receiver)`,
);

const askAgainMs = 2;
/** For how long reads skip the replica after it failed or a wait for it timed out. */
const unusedForMs = second;
/** Timeout for monitoring, which is less urgent than a read. */
const lookWithinMs = second;

/** Callers that arrive during a query share the next one, so that no answer is older than its request. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    const asked = ask();
    underWay = asked.catch(() => undefined);
    return asked;
  };
  return () => {
    next ??= underWay.then(begin);
    return next;
  };
}

export function openReplica({ url, pooling, waitMs, db, primary, log }: Needs): Replica {
  // Separate from the pool of reads, which may be full.
  const connection = openBackgroundConnection(url, pooling, "timeaway replica position");
  const primaryAt = shared(async () => (await written(primary))[0]?.at ?? Number.POSITIVE_INFINITY);
  const replicaAt = shared(async () => (await replayed(connection.db))[0]?.at ?? Number.NEGATIVE_INFINITY);
  const lag = async () => {
    const [wanted, reached] = await Promise.all([primaryAt(), replicaAt()]);
    return Math.max(0, wanted - reached);
  };
  let unusedUntil = 0;
  let isUsed = true;

  function logState(isThere: boolean, error?: unknown): void {
    if (!isThere) unusedUntil = performance.now() + unusedForMs;
    if (isThere === isUsed) return;
    isUsed = isThere;
    if (isThere) log.info("the replica has caught up: reads go to it");
    else log.warn({ err: error }, "the replica is unavailable or behind: reads go to the primary");
  }

  async function reaches(until: number): Promise<boolean> {
    const wanted = await primaryAt();
    for (;;) {
      const reached = await replicaAt();
      if (reached >= wanted) return true;
      if (reached === Number.NEGATIVE_INFINITY || performance.now() >= until) return false;
      await delay(askAgainMs);
    }
  }

  return {
    db,
    async caughtUp() {
      const now = performance.now();
      if (now < unusedUntil) return null;
      try {
        // The first query also opens the connection; it has the same timeout as any other.
        const isThere = await withTimeout(reaches(now + waitMs), waitMs + unusedForMs);
        logState(isThere);
        return isThere ? db : null;
      } catch (error) {
        logState(false, error);
        return null;
      }
    },
    lagBytes: () =>
      withTimeout(lag(), lookWithinMs).then(
        (bytes) => (Number.isFinite(bytes) ? bytes : null),
        () => null,
      ),
    close: () => connection.close(),
  };
}
