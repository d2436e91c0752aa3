import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { migrate } from "@/drizzle/migrate";
import { apiKeys, rateCounters } from "@/drizzle/schema/api-keys";
import { type LargeOptions, seedLarge } from "@/drizzle/seed/large";
import { dueJobs } from "@/server/api/due-jobs";
import { runDueJobs } from "@/server/jobs/run";
import { loadSettings, type Settings } from "@/server/kernel/env";
import { createServices, type Services } from "@/server/kernel/services";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../cli/embedded-postgres";

/** A database for benchmarks, with its keys. */
export interface Stage {
  name: string;
  environment: Record<string, string>;
  settings: Settings;
  keys: string[];
}

const dataDir = path.join(".data", "bench");

/** Sizes of the data sets; the same number of people fills a page in both. */
export const sizes = {
  small: { people: 250, leavesPerPerson: 4, keys: 1000 },
  large: { people: 5000, leavesPerPerson: 200, keys: 1000 },
  // Apart from the others, whose benchmarks are about everyone.
  directory: { people: 50, leavesPerPerson: 1, keys: 1 },
} satisfies Record<string, Partial<LargeOptions>>;

/** PostgreSQL for benchmarks, kept between runs in its own folder, so that the million leaves are created only once. */
export const startCluster = (log: (line: string) => void): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres(dataDir, { database: "bench", log });

async function ensureDatabase(cluster: EmbeddedPostgres, name: string): Promise<string> {
  const sql = postgres(cluster.url, { max: 1, onnotice: () => undefined });
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`;
    if (found.length === 0) await sql`create database ${sql(name)}`;
    return cluster.urlOf(name);
  } finally {
    await sql.end();
  }
}

function environmentFor(databaseUrl: string): Record<string, string> {
  const file = path.join(dataDir, "secrets.json");
  if (!existsSync(file)) {
    const secret = () => randomBytes(32).toString("base64");
    const secrets = { SESSION_SECRET: secret(), ENCRYPTION_KEY: secret(), CRON_SECRET: secret() };
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  }
  const secrets = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  // The load comes from one address, as quickly as it can.
  const noLimits = { PAGE_RATE_PER_SESSION: "0", PAGE_RATE_PER_SOURCE: "0" };
  return { ...secrets, ...noLimits, DATABASE_URL: databaseUrl, LOG_LEVEL: "error", DATA_DIR: dataDir };
}

/** The migrated and filled database of a size; its keys start with a full bucket and an unused quota. */
export async function openStage(
  cluster: EmbeddedPostgres,
  name: keyof typeof sizes,
  log: (line: string) => void,
): Promise<Stage> {
  const url = await ensureDatabase(cluster, `bench_${name}`);
  await migrate(url);
  const environment = environmentFor(url);
  const settings = loadSettings(environment);
  const services = createServices(settings);
  try {
    const keys = await keysOf(services, name, log);
    await carryOutAll(services, log);
    return { name, environment, settings, keys };
  } finally {
    await services.close();
  }
}

/** Carries out leftover work of earlier runs: otherwise the first server of a benchmark would do it while another is measured. */
async function carryOutAll(services: Services, log: (line: string) => void): Promise<void> {
  await services.clockSet;
  for (;;) {
    const reports = await runDueJobs(services, dueJobs);
    const done = reports.reduce((sum, report) => sum + report.done, 0);
    if (done === 0) return;
    log(`carried out what was due: ${done}`);
  }
}

async function keysOf(
  services: Services,
  name: keyof typeof sizes,
  log: (line: string) => void,
): Promise<string[]> {
  const file = path.join(dataDir, `${name}-keys.json`);
  const count = await services.db.$count(apiKeys);
  if (existsSync(file) && count > 0) {
    await services.db.update(rateCounters).set({ monthCount: 0, theoreticalArrivalAt: services.clock() });
    return JSON.parse(readFileSync(file, "utf8")) as string[];
  }
  log(`filling the ${name} data set`);
  const { keys } = await seedLarge(services.db, { ...sizes[name], now: services.clock() });
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}
