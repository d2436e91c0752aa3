import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "@/drizzle/migrate";
import { workLeases } from "@/drizzle/schema/work";
import { startEmbeddedPostgres } from "@/server/cli/embedded-postgres";
import { loadSettings } from "@/server/kernel/env";
import { createServices, type Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { type DeliveryProcess, startDeliveryProcess } from "@/server/test/delivery-process";
import { makeWorkspace, type TestPerson } from "@/server/test/factories";
import { lockTable } from "@/server/test/lock-table";
import { testServices } from "@/server/test/services";
import {
  answering,
  attemptsOf,
  forgetDeliveries,
  makeDeliveries,
  makeWebhook,
  onlyDelivery,
  type Receiver,
  receiver,
} from "@/server/test/webhook-kit";

const leaseMs = 1500;
let services: Services;
let owner: TestPerson;
let target: Receiver;
const workers = new Set<DeliveryProcess>();

beforeAll(async () => {
  services = await testServices();
  target = await receiver(services);
});
afterAll(async () => {
  await target.close();
  await services.close();
});
beforeEach(async () => {
  await forgetDeliveries(services);
  target.hits.length = 0;
  target.answer = answering(204);
  owner = (await makeWorkspace(services)).people.user;
});
afterEach(async () => {
  for (const worker of workers) await worker.kill();
  workers.clear();
});

async function worker(
  databaseUrl = services.settings.databaseUrl,
  more: { isStuck?: boolean; clockOffMs?: number } = {},
): Promise<DeliveryProcess> {
  const started = await startDeliveryProcess({ databaseUrl, allowHosts: [target.place], leaseMs, ...more });
  workers.add(started);
  return started;
}

const ids = () => target.hits.map(({ headers }) => headers["webhook-id"]);

/** Counts unsent deliveries. */
async function left(of: Services = services): Promise<number> {
  const [row] = await of.db.execute(
    sql`select count(*)::int as n from webhook_deliveries where status = 'pending'`,
  );
  return Number(row?.n);
}

describe("kill -9 of a worker", () => {
  it("before the request: another worker sends it once the lease has expired, and only once", async () => {
    const webhook = await makeWebhook(services, owner, { url: target.url });
    await makeDeliveries(services, webhook, 1);
    const first = await worker(services.settings.databaseUrl, { isStuck: true });
    await expect
      .poll(() => services.db.$count(workLeases, eq(workLeases.lane, webhook.id)), { timeout: 10_000 })
      .toBe(1);
    await first.kill();
    expect(target.hits).toHaveLength(0);
    await worker();
    await expect.poll(left, { timeout: 10_000 }).toBe(0);
    expect(target.hits).toHaveLength(1);
  });

  it("between the 200 and its record: sent again under the same webhook-id, at most twice", async () => {
    const webhook = await makeWebhook(services, owner, { url: target.url });
    const [id = ""] = await makeDeliveries(services, webhook, 1);
    const held = await lockTable("webhook_attempts");
    const first = await worker();
    await expect.poll(() => target.hits.length, { timeout: 10_000 }).toBe(1);
    await held.waiting(1);
    await first.kill();
    await held.release();
    await worker();
    await expect.poll(left, { timeout: 10_000 }).toBe(0);
    expect(ids()).toHaveLength(2);
    expect(new Set(ids()).size).toBe(1);
    expect(target.hits[0]?.body).toBe(target.hits[1]?.body);
    expect(await onlyDelivery(services, webhook.id)).toMatchObject({ status: "succeeded", attemptCount: 1 });
    expect(await attemptsOf(services, id)).toHaveLength(1);
  });

  it("two workers with random kills over 10,000 deliveries: none is lost", async () => {
    const total = 10_000;
    const sent = new Set<string>();
    for (let i = 0; i < 20; i++)
      for (const id of await makeDeliveries(
        services,
        await makeWebhook(services, owner, { url: target.url }),
        total / 20,
      ))
        sent.add(id);
    const crew = [await worker(), await worker()];
    let kills = 0;
    for (let turn = 0; (await left()) > 0; turn++) {
      await delay(200 + Math.random() * 500);
      if (kills >= 12) continue;
      const victim = turn % crew.length;
      await crew[victim]?.kill();
      crew[victim] = await worker();
      kills++;
    }
    const counts = new Map<string, number>();
    for (const id of ids()) counts.set(id ?? "", (counts.get(id ?? "") ?? 0) + 1);
    expect(counts.size).toBe(total);
    const repeated = [...counts.values()].filter((count) => count > 1);
    // Only the deliveries that a worker was sending or recording when it died can be duplicated.
    expect(repeated.length).toBeLessThan(kills * 400);
    expect(kills).toBeGreaterThan(1);
    expect(sent.size).toBe(total);
  }, 180_000);
});

describe("a machine whose clock is ten minutes ahead", () => {
  it("sends nothing early, duplicates nothing, and signs with the real time", async () => {
    const start = Date.now();
    for (let i = 0; i < 6; i++) {
      const webhook = await makeWebhook(services, owner, { url: target.url });
      await makeDeliveries(services, webhook, 50);
      await makeDeliveries(services, webhook, 50, { nextAttemptAt: new Date(start + 5 * minute) });
    }
    target.answer = (_request, response) => void setTimeout(() => response.writeHead(204).end(), 30);
    const url = services.settings.databaseUrl;
    await Promise.all([worker(url), worker(url, { clockOffMs: 10 * minute }), worker(url)]);
    await expect.poll(left, { timeout: 20_000 }).toBe(300);
    await delay(3000);
    expect(await left()).toBe(300);
    expect(ids()).toHaveLength(300);
    expect(new Set(ids()).size).toBe(300);
    const signedAt = target.hits.map(({ headers }) => Number(headers["webhook-timestamp"]) * 1000);
    expect(Math.min(...signedAt)).toBeGreaterThan(start - minute / 2);
    expect(Math.max(...signedAt)).toBeLessThan(Date.now() + minute / 2);
  });
});

describe("a database restart in the middle", () => {
  it("loses nothing; the worker recovers by itself", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "timeaway-"));
    const start = () =>
      startEmbeddedPostgres(folder, {
        database: "postgres",
        log: () => undefined,
        settings: { fsync: "off" },
      });
    const cluster = await start();
    await migrate(cluster.url);
    const env = {
      DATABASE_URL: cluster.url,
      SESSION_SECRET: "s".repeat(32),
      CRON_SECRET: "c".repeat(32),
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      LOG_LEVEL: "silent",
    };
    const open = () => createServices(loadSettings(env), { leanMount: true, wakes: false });
    const before = open();
    const { people } = await makeWorkspace(before);
    const total = 3000;
    for (let i = 0; i < 10; i++)
      await makeDeliveries(before, await makeWebhook(before, people.user, { url: target.url }), total / 10);
    await before.close();
    await worker(cluster.url);
    await expect.poll(() => target.hits.length, { timeout: 20_000 }).toBeGreaterThan(500);
    // Immediate shutdown: no transaction can finish, and committed ones are recovered from the WAL.
    process.kill(
      Number(readFileSync(path.join(folder, "pg", "postmaster.pid"), "utf8").split("\n")[0]),
      "SIGQUIT",
    );
    await delay(500);
    const again = await start();
    const after = open();
    await expect.poll(() => left(after), { timeout: 40_000, interval: 200 }).toBe(0);
    expect(new Set(ids()).size).toBe(total);
    for (const started of workers) await started.kill();
    await after.close();
    await again.stop();
    await cluster.stop().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }, 120_000);
});
