import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

const OLDEST_VERSION = 15;
/** One process migrates at a time: Drizzle itself takes no lock. */
const MIGRATION_LOCK = 727_001;

/** The database cannot be used; the message is one line for the operator. */
class UnsuitableDatabaseError extends Error {
  override name = "UnsuitableDatabaseError";
}

/**
 * Brings the database up to the newest migration. Safe to call from several processes at once.
 * @param folder where the migrations are; by default those of the application in the current folder
 * @throws UnsuitableDatabaseError when the server is older than PostgreSQL 15
 */
export async function migrate(url: string, folder = path.resolve("drizzle/migrations")): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await requireVersion(sql);
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    await applyMigrations(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end({ timeout: 5 });
  }
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
