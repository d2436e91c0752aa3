import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { openBackgroundConnection } from "./background-connection";
import { second } from "./clock";
import { type Db, statement } from "./db";
import type { Logger } from "./log";
import type { Pooling } from "./pooling";
import { withTimeout } from "./timeout";

/** A streaming replica of the database, which reads may go to. */
export interface Replica {
  /** Reads from it. */
  db: Db;
  /**
   * Where to read what everybody had committed before this call: nobody misses what they have written, and no answer is older than its
   * question.
   * @returns null when the primary must be asked: the replica is away, or has not come so far in time
   */
  caughtUp(): Promise<Db | null>;
  /** @returns how many bytes of the primary's log it has still to replay, or null when it is away or no replica */
  lagBytes(): Promise<number | null>;
  close(): Promise<void>;
}

interface Needs {
  url: string;
  pooling(): Promise<Pooling>;
  /** Milliseconds that a read waits for what the replica lacks. */
  waitMs: number;
  /** Reads. */
  db: Db;
  /** Of the primary, on connections that no verb's work can fill. */
  primary: Db;
  log: Logger;
}

interface Position {
  at: number;
}

/** Whatever was committed is in the log up to here, but for what a crash may forget. */
const written = statement<Position>(
  sql`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as at`,
);

/** Nothing where no primary sends: a server of its own, or one that was left behind when another replica took over. */
const replayed = statement<Position>(
  sql`select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as at
    where pg_is_in_recovery() and exists (select from pg_stat_wal_receiver)`,
);

const askAgainMs = 2;
/** For so long nobody waits for a replica that was waited for in vain. */
const unusedForMs = second;
/** Who only looks on has more time. */
const lookWithinMs = second;

/** Who asks while a question is under way shares the next one, so that no answer is older than who gets it. */
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
  // Not the pool of the reads, which may be full of them.
  const connection = openBackgroundConnection(url, pooling, "timeaway replica position");
  const primaryAt = shared(async () => (await written(primary))[0]?.at ?? Number.POSITIVE_INFINITY);
  const replicaAt = shared(async () => (await replayed(connection.db))[0]?.at ?? Number.NEGATIVE_INFINITY);
  const lag = async () => {
    const [wanted, reached] = await Promise.all([primaryAt(), replicaAt()]);
    return Math.max(0, wanted - reached);
  };
  let unusedUntil = 0;
  let isUsed = true;

  function tell(isThere: boolean, error?: unknown): void {
    if (!isThere) unusedUntil = performance.now() + unusedForMs;
    if (isThere === isUsed) return;
    isUsed = isThere;
    if (isThere) log.info("the replica has caught up: reads go to it");
    else log.warn({ err: error }, "the replica is away or behind: reads go to the primary");
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
        // The first question opens the connection; it has as long as any other.
        const isThere = await withTimeout(reaches(now + waitMs), waitMs + unusedForMs);
        tell(isThere);
        return isThere ? db : null;
      } catch (error) {
        tell(false, error);
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
