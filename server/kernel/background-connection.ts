import { second } from "./clock";
import { type Db, databaseOn, poolOn } from "./db";
import type { Pooling } from "./pooling";
import { Session } from "./session";

/** One connection of its own. */
export interface BackgroundConnection {
  db: Db;
  close(): Promise<void>;
}

/**
 * One connection for work that nobody waits for: behind it no request can queue up. Opened at first use. Written with
 * `synchronous_commit = off`, but behind a pooler: only for what a crash may forget.
 */
export function openBackgroundConnection(
  url: string,
  pooling: () => Promise<Pooling>,
  name = "timeaway background",
): BackgroundConnection {
  const pool = poolOn(
    { url, name, max: 1, limits: { statementMs: 10 * second }, asyncCommit: true },
    pooling,
  );
  return { db: databaseOn(new Session(pool, undefined, true)), close: () => pool.end(1) };
}
