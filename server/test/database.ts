import { randomBytes } from "node:crypto";
import postgres, { type Sql } from "postgres";
import { inject } from "vitest";

/** The databases of this test file. Not by worker: vitest may give two workers one VITEST_POOL_ID, where a group of projects begins. */
const databases: string[] = [];

let shared: Promise<string> | undefined;

/** The next file of this worker gets a clone of its own. */
export function beginTestFile(): void {
  shared = undefined;
}

/** Drops this file's databases; what a crash leaves is dropped when the run ends. */
export async function endTestFile(): Promise<void> {
  if (databases.length === 0) return;
  await asAdmin(async (sql) => {
    for (const name of databases.splice(0)) await sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`;
  });
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
  const { adminUrl, run } = inject("testDatabase");
  const name = `test_${run}_${randomBytes(6).toString("hex")}`;
  databases.push(name);
  await asAdmin((sql) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function asAdmin<T>(use: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(inject("testDatabase").adminUrl, { max: 1, onnotice: () => undefined });
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
