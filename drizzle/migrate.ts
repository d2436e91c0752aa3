import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { newestMigration } from "@/server/kernel/newest-migration";

const OLDEST_VERSION = 15;
/** One process migrates at a time: Drizzle itself takes no lock. */
const MIGRATION_LOCK = 727_001;

const startingUp = "57P03";
const pauseMs = 500;

/** The database cannot be used; the message is one line for the operator. */
class UnsuitableDatabaseError extends Error {
  override name = "UnsuitableDatabaseError";
}

/**
 * Brings the database up to the newest migration. Safe to call from several processes at once.
 * @param folder where the migrations are; by default those of the application in the current folder
 * @param say told what is waited for
 * @throws UnsuitableDatabaseError when the server is older than PostgreSQL 15, or a newer release has migrated it
 */
export async function migrate(
  url: string,
  folder = path.resolve("drizzle/migrations"),
  say: (what: string) => void = () => undefined,
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await whenStarted(() => requireVersion(sql), say);
    const [own] = await sql`SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS held`;
    if (!own?.held) {
      say("waiting for another process that migrates the database");
      await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    }
    await requireNoNewer(sql);
    await applyMigrations(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** A server that recovers after a crash, or is just started, refuses connections for a while. */
async function whenStarted<T>(ask: () => Promise<T>, say: (what: string) => void): Promise<T> {
  for (let isSaid = false; ; ) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { code?: unknown }).code !== startingUp) throw error;
      if (!isSaid) say("waiting for the database, which is starting up");
      isSaid = true;
      await delay(pauseMs);
    }
  }
}

async function requireNoNewer(sql: postgres.Sql): Promise<void> {
  const [table] = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists`;
  if (!table?.exists) return;
  const [last] = await sql`SELECT max(created_at)::float8 AS at FROM drizzle.__drizzle_migrations`;
  if (Number(last?.at ?? 0) > newestMigration.at)
    throw new UnsuitableDatabaseError(
      `DATABASE_URL was migrated by a newer release than this one, whose newest migration is ${newestMigration.name}; start that release, or restore a backup.`,
    );
}

async function requireVersion(sql: postgres.Sql): Promise<void> {
  const [server] = await sql`SELECT current_setting('server_version_num')::int AS number`;
  const version = Math.floor(Number(server?.number) / 10_000);
  if (version < OLDEST_VERSION) {
    throw new UnsuitableDatabaseError(
      `DATABASE_URL is PostgreSQL ${version}; PostgreSQL ${OLDEST_VERSION} or newer is needed.`,
    );
  }
}
