import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import postgres from "postgres";
import { migrate } from "@/drizzle/migrate";
import { notifications } from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/people";
import { seedLarge } from "@/drizzle/seed/large";
import { citusQuery } from "@/server/kernel/database/table-distribution";
import { loadSettings } from "@/server/kernel/env";
import { newId } from "@/server/kernel/ids";
import { createServices, type Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { zoneDataVersion } from "@/server/kernel/time/local-time";
import { distributeAt } from "../cli/commands/distribute";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../cli/embedded-postgres";
import { databaseOptions } from "./soak-faults";
import type { Stage } from "./stage";
import { addWebhooks } from "./webhooks-data";

/** Enough people for some hundred thousand weeks of leave, and enough keys that none reaches its rate limit. */
const size = { people: 1000, leavesPerPerson: 2, keys: 1000 };
const notificationsEachMinute = 20;

export const dataDir = path.join(".data", "soak");

/** A separate database, recreated for each run. */
export async function openSoakDatabase(): Promise<EmbeddedPostgres> {
  const before = await startEmbeddedPostgres(dataDir, { ...databaseOptions, database: "empty" });
  const sql = postgres(before.url, { max: 1, onnotice: () => undefined });
  await sql`drop database if exists soak with (force)`;
  await sql.end();
  const database = await startEmbeddedPostgres(dataDir, databaseOptions);
  await before.stop();
  return database;
}

/** The environment of the processes: one public address for all of them. */
export function environmentFor(databaseUrl: string, more: Record<string, string>): Record<string, string> {
  const secret = () => randomBytes(32).toString("base64");
  const secrets = { SESSION_SECRET: secret(), ENCRYPTION_KEY: secret(), CRON_SECRET: secret() };
  const address = "http://localhost:4999";
  const addresses = { APP_URL: address, AUTH_URL: address, BASE_URL: address };
  const log = { LOG_LEVEL: "warn", ACCESS_LOG: "off" };
  return { ...secrets, ...addresses, ...log, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...more };
}

/** Fills the database: people, keys, a webhook, and notifications that come due while the soak runs. */
export async function prepareSite(
  environment: Record<string, string>,
  webhookUrl: string,
  minutes: number,
): Promise<{ stage: Stage; addresses: string[] }> {
  const url = environment.DATABASE_URL ?? "";
  await migrate(url);
  const settings = loadSettings(environment);
  const services = createServices(settings);
  const fill = async () => {
    const { keys } = await seedLarge(services.db, { ...size, now: services.clock() });
    await addWebhooks(services, webhookUrl, 1);
    return { keys, addresses: await addNotifications(services, minutes) };
  };
  const { keys, addresses } = await fill().finally(() => services.close());
  await distributeWithCitus(url);
  return { stage: { name: "soak", environment, settings, keys }, addresses };
}

/** The filled database becomes a distributed one, where it has Citus. */
async function distributeWithCitus(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const [citus] = await sql.unsafe(citusQuery);
  await sql.end();
  if (citus?.found) await distributeAt(url, true);
}

/** Each goes to a different address, so that it can be counted. @returns the addresses */
async function addNotifications({ db, clock }: Services, minutes: number): Promise<string[]> {
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.status, "ACTIVE")));
  if (!owner) throw new Error("There is no administrator");
  const now = clock();
  const addresses: string[] = [];
  // The processes take some seconds to start, and the last minute is left for late sends.
  const first = Math.ceil((now.getTime() + 20_000) / minute) * minute;
  for (let due = first; due < now.getTime() + 20_000 + minutes * minute; due += minute) {
    const dueAt = new Date(due);
    const rows = Array.from({ length: notificationsEachMinute }, () => {
      const address = `n${addresses.length}@soak.example.com`;
      addresses.push(address);
      return {
        ...{ workspaceId: owner.workspaceId, id: newId(), ownerId: owner.id, name: address },
        ...{ frequency: "DAILY" as const, enabled: true, timezone: "UTC", locale: "en" as const },
        ...{ hour: dueAt.getUTCHours(), minute: dueAt.getUTCMinutes() },
        ...{ locationIds: [], departmentIds: [], labelIds: [], sendOnDays: [0, 1, 2, 3, 4, 5, 6] },
        ...{ groupBy: "TEAM" as const, sendEmpty: true },
        destinations: [{ platform: "email" as const, addresses: [address] }],
        ...{ nextDate: dueAt.toISOString().slice(0, 10), nextDueAt: dueAt, zoneData: zoneDataVersion() },
        ...{ createdAt: now, updatedAt: now },
      };
    });
    await db.insert(notifications).values(rows);
  }
  return addresses;
}

/** Logs of an earlier run would be taken for this one's. */
export function forgetLogs(): void {
  mkdirSync(dataDir, { recursive: true });
  for (let at = 1; at < 1000; at++) rmSync(path.join(dataDir, `process-${at}.log`), { force: true });
}
