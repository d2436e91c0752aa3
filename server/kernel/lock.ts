import { sql } from "drizzle-orm";
import { type Db, statement } from "./db";

const name = sql`hashtextextended(${sql.placeholder("name")}, 23)`;
const lock = statement(sql`select pg_advisory_xact_lock(${name})`);

const tryLockStatement = statement<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${name}) as held`);

const lockShared = statement(sql`select pg_advisory_xact_lock_shared(${name})`);

/**
 * Waits until nobody else holds this name, and holds it until the open transaction ends; a crash lets go of it. For rules over
 * several rows, which no constraint can hold.
 */
export async function acquireLock(db: Db, name: string): Promise<void> {
  await lock(db, { name });
}

/** The same beside others who hold it so: they all wait only for who holds it alone, and who wants to waits for them. */
export async function acquireSharedLock(db: Db, name: string): Promise<void> {
  await lockShared(db, { name });
}

/** Holds the name if nobody else does, without waiting. @returns whether it does */
export async function tryLock(db: Db, name: string): Promise<boolean> {
  const [row] = await tryLockStatement(db, { name });
  return row?.held === true;
}

const limitWait = statement(sql`select set_config('lock_timeout', ${sql.placeholder("atMost")}, true)`);

/** Until the open transaction or savepoint ends, waits for whatever somebody else holds for so long at most; then the statement fails. */
export async function limitLockWait(db: Db, ms: number): Promise<void> {
  await limitWait(db, { atMost: `${ms}ms` });
}
