import { mkdir, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/server/cli/embedded-postgres";
import { claimRun, dropRun, ensureTemplate, sweep } from "./template";

declare module "vitest" {
  export interface ProvidedContext {
    testDatabase: { adminUrl: string; template: string; run: number };
    /** The folder of the statements that this run has recorded. */
    statements: string;
  }
}

/** A crash may lose a test database, so nothing is flushed to disk. */
const FAST = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // As servers of distributed workspaces need it.
  max_prepared_transactions: "10",
  max_connections: String(100 * Math.max(2, availableParallelism())),
};

/** Starts PostgreSQL for the tests (or uses TEST_DATABASE_URL) and makes the migrated template that suites clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer();
  const sql = postgres(server.adminUrl, { max: 1, max_lifetime: null, onnotice: () => undefined });
  const run = await claimRun(sql);
  const template = await ensureTemplate(sql, (database) => withDatabase(server.adminUrl, database));
  await sweep(sql);
  project.provide("testDatabase", { adminUrl: server.adminUrl, template, run });
  // One folder for all projects of the run, each of which has its own setup.
  const statements = path.join(tmpdir(), `timeaway-statements-${process.pid}`);
  await mkdir(statements, { recursive: true });
  project.provide("statements", statements);
  return async () => {
    await rm(statements, { recursive: true, force: true });
    await dropRun(sql, run);
    await sql.end({ timeout: 5 });
    await server.stop();
  };
}

async function testServer(): Promise<{ adminUrl: string; stop: () => Promise<unknown> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, stop: async () => undefined };
  const { urlOf, stop } = await startEmbeddedPostgres(path.resolve(".data/test"), {
    database: "postgres",
    log: (line) => console.log(`test database: ${line}`),
    settings: FAST,
  });
  return { adminUrl: urlOf("postgres"), stop };
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
