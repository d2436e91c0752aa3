import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { testDatabase } from "./database";

export interface LockedTable {
  /** Resolves when this many transactions wait for a lock. */
  waiting(count: number): Promise<void>;
  /** How many transactions wait for a lock. */
  waitingCount(): Promise<number>;
  release(): Promise<void>;
}

/** Locks a table against writes (or reads) until its release, so that a test decides how long a write takes. */
export const lockTable = (
  table: string,
  mode: "share" | "exclusive" | "access exclusive" = "exclusive",
): Promise<LockedTable> => lockWith(`lock table ${table} in ${mode} mode`);

/** The same for one person's row, with the lock of a booking. */
export const lockPersonRow = (id: string): Promise<LockedTable> =>
  lockWith(`select from users where id = '${id}' for no key update`);

async function lockWith(statement: string): Promise<LockedTable> {
  const sql = postgres(await testDatabase(), {
    max: 2,
    onnotice: () => undefined,
    connection: { application_name: "holder" },
  });
  const holder = await sql.reserve();
  await holder`begin`;
  await holder.unsafe(statement);
  return {
    waiting: (count) => untilWaiting(sql, count),
    waitingCount: () => countWaiting(sql),
    async release() {
      await holder`rollback`;
      holder.release();
      await sql.end();
    },
  };
}

async function countWaiting(sql: Sql): Promise<number> {
  const [row] = await sql<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.waiting ?? 0;
}

async function untilWaiting(sql: Sql, count: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if ((await countWaiting(sql)) >= count) return;
    await delay(20);
  }
  throw new Error(`${count} transactions never waited`);
}

/**
 * Runs writes so that each has done its checks before any of them commits: they wait for the lock of the audit table, where every write
 * ends, or for one another before that.
 */
export async function atTheSameTime<T>(writes: readonly (() => Promise<T>)[]): Promise<T[]> {
  const held = await lockTable("audit_events");
  const running = writes.map((write) => write());
  await held.waiting(writes.length);
  await held.release();
  return Promise.all(running);
}

/** Runs two pieces of work that write to `table` so that both are past their checks, the first one ahead, before either commits. */
export async function oneBehindTheOther<A, B>(
  table: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const held = await lockTable(table);
  const a = first();
  await held.waiting(1);
  const b = second();
  await held.waiting(2);
  await held.release();
  return Promise.all([a, b]);
}
