import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { newestMigration } from "@/server/kernel/database/newest-migration";
import { UnsuitableDatabaseError } from "@/server/kernel/database/unsuitable-database";
import { distributeNewTables, MIGRATION_LOCK, requireWhollyDistributed } from "./distribute";

const OLDEST_VERSION = 15;

/** PostgreSQL's own code, or a pooler's refusal with PostgreSQL's message. */
const isStartingUp = ({ code, message }: { code?: unknown; message?: string }): boolean =>
  code === "57P03" || (code === "08P01" && /database system is starting up/.test(message ?? ""));
const pauseMs = 500;

type Say = (what: string) => void;

/**
 * Migrates the database to the newest migration. Safe to call from several processes at once.
 * @param folder where the migrations are; the default is the application's in the current folder
 * @param say called with what the migration waits for
 * @param until the last migration to apply; the default is all
 * @returns the names of the applied migrations
 * @throws UnsuitableDatabaseError when the server is older than PostgreSQL 15, or a newer release has migrated it
 */
export const migrate = (
  url: string,
  folder = path.resolve("drizzle/migrations"),
  say: Say = () => undefined,
  until?: string,
): Promise<string[]> =>
  connected(url, say, async (sql) => {
    const widened = new Set<string>();
    // The lock ends with the transaction: a session lock would stay on a pooler's connection, for another client.
    const applied = await sql.begin(async (tx) => {
      await withoutLimits(tx);
      await takeLock(tx, say);
      const last = await lastApplied(tx);
      requireNoNewer(last);
      const isDistributed = await requireWhollyDistributed(tx);
      if (last === undefined) await makeTable(tx);
      const names: string[] = [];
      for (const migration of migrationsIn(folder)) {
        if (migration.at <= (last ?? 0)) continue;
        for (const text of migration.statements) {
          await tx.unsafe(text);
          // At once: the rest of the migration is about a distributed table.
          if (isDistributed && /\bcreate table\b/i.test(text)) await distributeNewTables(tx);
        }
        for (const table of widenedBy(migration.statements)) widened.add(table);
        await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.at})`;
        names.push(migration.name);
        if (migration.name === until) break;
      }
      return names;
    });
    await analyze(sql, widened);
    return applied;
  });

/** The tables that statements give a column. */
const widenedBy = (statements: readonly string[]): string[] =>
  statements.flatMap((text) => /^\s*alter table "(\w+)" add column\b/i.exec(text)?.[1] ?? []);

/**
 * Gathers statistics on tables with new columns. Without them the planner takes a column for one that is never null, and reads all leave to
 * find what waits; autovacuum gathers them only once a tenth of the rows has changed. After the commit, so that no one waits. Not on an empty
 * table: the planner would take it for empty until autovacuum looks, and reads it whole within a loop.
 */
async function analyze(sql: Sql, tables: ReadonlySet<string>): Promise<void> {
  if (tables.size === 0) return;
  await sql.begin(async (tx) => {
    await withoutLimits(tx);
    for (const table of tables) {
      const [found] = await tx`select to_regclass(${`public.${table}`}) is not null as exists`;
      if (!found?.exists) continue;
      const rows = await tx.unsafe(`select from "${table}" limit 1`);
      if (rows.length > 0) await tx.unsafe(`analyze "${table}"`);
    }
  });
}

/**
 * Migrates a database without any schema; requires this release's schema of any other.
 * @returns the names of the applied migrations
 * @throws UnsuitableDatabaseError when the database does not have this release's schema
 */
export async function migrateWhenEmpty(url: string, say?: Say): Promise<string[]> {
  const isEmpty = await connected(
    url,
    say ?? (() => undefined),
    async (sql) => (await lastApplied(sql)) === undefined,
  );
  if (isEmpty) return migrate(url, undefined, say);
  await requireMigrated(url, say);
  return [];
}

/** @throws UnsuitableDatabaseError when the database does not have this release's schema */
export const requireMigrated = (url: string, say: Say = () => undefined): Promise<void> =>
  connected(url, say, async (sql) => {
    const last = await lastApplied(sql);
    requireNoNewer(last);
    if ((last ?? 0) < newestMigration.at)
      throw new UnsuitableDatabaseError(
        `DATABASE_URL is not migrated to ${newestMigration.name}, this release's newest migration; run \`npm run admin -- migrate\`, or start with MIGRATE_AT_START=true.`,
      );
    await requireWhollyDistributed(sql);
  });

/** Compares a database's schema to this release's. */
export async function schemaStanding(sql: Sql): Promise<"older" | "current" | "newer"> {
  const last = (await lastApplied(sql)) ?? 0;
  if (last === newestMigration.at) return "current";
  return last < newestMigration.at ? "older" : "newer";
}

/** Opens one connection for `work`, once the server has started and its version is checked. */
async function connected<T>(url: string, say: Say, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    connection: { application_name: "timeaway migrate" },
    onnotice: () => undefined,
  });
  try {
    await whenStarted(() => requireVersion(sql), say);
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** A server that recovers after a crash, or is starting, refuses connections for a while. */
async function whenStarted<T>(ask: () => Promise<T>, say: Say): Promise<T> {
  for (let isSaid = false; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (!isStartingUp(error as Error)) throw error;
      if (!isSaid) say("waiting for the database, which is starting up");
      isSaid = true;
      await delay(pauseMs);
    }
  }
}

/** A migration, and the wait for another process's, may take longer than the role's timeouts. */
const withoutLimits = (tx: TransactionSql) => tx`
  select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

async function takeLock(tx: TransactionSql, say: Say): Promise<void> {
  const [own] = await tx`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as held`;
  if (own?.held) return;
  say("waiting for another process that migrates the database");
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
}

/** Drizzle's own table: a row for each applied migration. */
async function makeTable(tx: TransactionSql): Promise<void> {
  await tx`create schema if not exists drizzle`;
  await tx`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
}

/** The timestamp of the last applied migration; undefined when there is none. */
async function lastApplied(sql: Sql | TransactionSql): Promise<number | undefined> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!table?.exists) return undefined;
  const [last] = await sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`;
  return Number(last?.at ?? 0);
}

function migrationsIn(folder: string) {
  const journal = readFileSync(path.join(folder, "meta", "_journal.json"), "utf8");
  const { entries } = JSON.parse(journal) as { entries: { tag: string; when: number }[] };
  const names = new Map(entries.map(({ tag, when }) => [when, tag]));
  return readMigrationFiles({ migrationsFolder: folder }).map(
    ({ sql: statements, hash, folderMillis: at }) => ({
      ...{ name: names.get(at) ?? "", at },
      ...{ statements, hash },
    }),
  );
}

function requireNoNewer(last: number | undefined): void {
  if ((last ?? 0) > newestMigration.at)
    throw new UnsuitableDatabaseError(
      `DATABASE_URL was migrated by a newer release than this one, whose newest migration is ${newestMigration.name}; start that release, or restore a backup.`,
    );
}

async function requireVersion(sql: Sql): Promise<void> {
  const [server] =
    await sql`select current_setting('server_version_num')::int as number, getdatabaseencoding() as encoding,
    exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu"`;
  const version = Math.floor(Number(server?.number) / 10_000);
  if (version < OLDEST_VERSION) {
    throw new UnsuitableDatabaseError(
      `DATABASE_URL is PostgreSQL ${version}; PostgreSQL ${OLDEST_VERSION} or newer is needed.`,
    );
  }
  if (server?.encoding !== "UTF8" || !server.hasIcu)
    throw new UnsuitableDatabaseError(
      "DATABASE_URL needs a database in UTF-8, of a PostgreSQL built with ICU.",
    );
}
