import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Sql } from "postgres";
import { migrate } from "@/drizzle/migrate";

const MIGRATIONS = path.resolve("drizzle/migrations");
/** Lock classes: one integer identifies a run, another a template. */
const RUN = 727_100;
const TEMPLATE = 727_101;
const BUILD_LOCK = 727_102;

/**
 * A migrated database to clone, named by the hash of the migrations and of what runs them; built once, by the first run that needs it.
 * @returns its name; the session of `sql` locks it against sweeps
 */
export async function ensureTemplate(sql: Sql, urlOf: (database: string) => string): Promise<string> {
  const hash = migrationsHash();
  const name = `template_${hash}`;
  await sql`SELECT pg_advisory_lock_shared(${TEMPLATE}, ${lockOf(hash)})`;
  await sql`SELECT pg_advisory_lock(${BUILD_LOCK})`;
  try {
    const [built] = await sql`SELECT datistemplate AS complete FROM pg_database WHERE datname = ${name}`;
    if (built?.complete) return name;
    await sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`;
    await sql`CREATE DATABASE ${sql(name)}`;
    await migrate(urlOf(name), MIGRATIONS);
    await sql`ALTER DATABASE ${sql(name)} IS_TEMPLATE true ALLOW_CONNECTIONS false`;
    return name;
  } finally {
    await sql`SELECT pg_advisory_unlock(${BUILD_LOCK})`;
  }
}

/** Claims a number for this run: its databases have it in their names, and other runs sweep them once its session has ended. */
export async function claimRun(sql: Sql): Promise<number> {
  const run = Math.floor(Math.random() * 2 ** 31);
  await sql`SELECT pg_advisory_lock(${RUN}, ${run})`;
  return run;
}

/** Drops leftovers of earlier runs: clones of ended runs, and unused templates. */
export async function sweep(sql: Sql): Promise<void> {
  const databases = await sql<{ name: string }[]>`
    SELECT datname AS name FROM pg_database WHERE datname ~ '^(test_[0-9]+_|template_[0-9a-f]{12}$)'`;
  for (const { name } of databases) {
    const [kind, owner = ""] = name.split("_");
    const lock = kind === "test" ? [RUN, Number(owner)] : [TEMPLATE, lockOf(owner)];
    await dropWhenUnused(sql, name, lock[0] ?? 0, lock[1] ?? 0);
  }
}

async function dropWhenUnused(sql: Sql, name: string, lockClass: number, key: number): Promise<void> {
  const [holder] = await sql`
    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = ${lockClass} AND objid = ${key}`;
  if (holder) return;
  const [lock] = await sql`SELECT pg_try_advisory_lock(${lockClass}, ${key}) AS free`;
  if (!lock?.free) return;
  try {
    if (name.startsWith("template_")) await sql`ALTER DATABASE ${sql(name)} IS_TEMPLATE false`;
    await sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`;
  } finally {
    await sql`SELECT pg_advisory_unlock(${lockClass}, ${key})`;
  }
}

/** Drops the databases of one run. */
export async function dropRun(sql: Sql, run: number): Promise<void> {
  const databases = await sql<{ name: string }[]>`
    SELECT datname AS name FROM pg_database WHERE starts_with(datname, ${`test_${run}_`})`;
  for (const { name } of databases) await sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`;
}

function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(MIGRATIONS).sort()) {
    if (name.endsWith(".sql")) hash.update(`${name}\n`).update(readFileSync(path.join(MIGRATIONS, name)));
  }
  hash.update(readFileSync(path.join(MIGRATIONS, "meta", "_journal.json")));
  hash.update(readFileSync(path.resolve("drizzle/migrate.ts")));
  return hash.digest("hex").slice(0, 12);
}

const lockOf = (hash: string) => Number.parseInt(hash.slice(0, 7), 16);
