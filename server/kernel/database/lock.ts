import { sql } from "drizzle-orm";
import { type Db, statement } from "./db";
import { literal } from "./sql-parts";

const name = sql`hashtextextended(${sql.placeholder("name")}, 23)`;
const lock = statement(sql`select pg_advisory_xact_lock(${name})`);

const tryLockStatement = statement<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${name}) as held`);

const lockShared = statement(sql`select pg_advisory_xact_lock_shared(${name})`);

/**
 * Waits for the exclusive lock on this name, and keeps it until the open transaction ends; a crash releases it. For rules over
 * several rows, which no constraint can enforce.
 */
export async function acquireLock(db: Db, name: string): Promise<void> {
  await lock(db, { name });
}

/** Acquires a shared lock on this name. It waits only for an exclusive lock, and an exclusive lock waits for all shared locks. */
export async function acquireSharedLock(db: Db, name: string): Promise<void> {
  await lockShared(db, { name });
}

/** Acquires the exclusive lock on this name if it is free, without waiting. @returns whether it was acquired */
export async function tryLock(db: Db, name: string): Promise<boolean> {
  const [row] = await tryLockStatement(db, { name });
  return row?.held === true;
}

// The command, not `set_config`: Citus passes only commands on to the server of the rows (`citus.propagate_set_commands`).
const limitWait = statement((ms) => sql`set local lock_timeout = ${literal(Number(ms))}`);

/** Sets the lock timeout until the open transaction ends or its savepoint rolls back: a statement that waits longer for a lock fails. */
export async function limitLockWait(db: Db, ms: number): Promise<void> {
  await limitWait(db, {}, String(ms));
}
