import { randomBytes } from "node:crypto";
import postgres, { type Sql } from "postgres";
import { inject } from "vitest";

/** The name prefix of one worker of one run; a worker runs one test file at a time. */
const prefix = () => `test_${inject("testDatabase").run}_${process.env.VITEST_POOL_ID ?? "0"}_`;

let cleaned: Promise<void> | undefined;
let shared: Promise<string> | undefined;

/** The next file of this worker gets a clone of its own. */
export function beginTestFile(): void {
  cleaned = undefined;
  shared = undefined;
}

/** The migrated, empty database of this test file: a clone that no other file uses. @returns its URL */
export function testDatabase(): Promise<string> {
  shared ??= freshDatabase();
  return shared;
}

/** Another clone, for a test that needs its own database. @returns its URL */
export const freshDatabase = (): Promise<string> => made(inject("testDatabase").template);

/** A database without tables. @returns its URL */
export const emptyDatabase = (): Promise<string> => made("template0");

async function made(template: string): Promise<string> {
  const { adminUrl } = inject("testDatabase");
  const name = prefix() + randomBytes(6).toString("hex");
  await asAdmin(async (sql) => {
    cleaned ??= dropEarlier(sql);
    await cleaned;
    await sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)}`;
  });
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The databases of this worker's earlier files are no longer needed; the last ones are dropped when the run ends. */
async function dropEarlier(sql: Sql): Promise<void> {
  const databases = await sql<{ name: string }[]>`
    SELECT datname AS name FROM pg_database WHERE starts_with(datname, ${prefix()})`;
  for (const { name } of databases) await sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`;
}

async function asAdmin<T>(use: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(inject("testDatabase").adminUrl, { max: 1, onnotice: () => undefined });
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
