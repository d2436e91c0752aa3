import { second } from "@/server/kernel/time/clock";
import { type Db, databaseOn, poolOn } from "./db";
import type { Pooling } from "./pooling";
import { Session } from "./session";

/** A dedicated connection for background work. */
export interface BackgroundConnection {
  db: Db;
  close(): Promise<void>;
}

/**
 * Opens one connection for background work, so that no request queues behind it. Connects at first use. Writes with
 * `synchronous_commit = off` (behind a pooler only in transactions): only for data that a crash may lose.
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
