import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { queueLooks } from "@/drizzle/schema/work";
import { inTransaction, systemContext } from "@/server/access/ctx";
import { readMetrics } from "@/server/api/metrics";
import type { Services } from "@/server/kernel/services";
import { openMetrics } from "@/server/kernel/telemetry/metrics";
import { second } from "@/server/kernel/time/clock";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { testDatabase } from "@/server/test/database";
import { makeKeys, makeWorkspace, type TestKey, type TestRole } from "@/server/test/factories";
import { type HaltableDatabase, haltableDatabase } from "@/server/test/haltable-database";
import { postOffice, sendMails } from "@/server/test/mail-kit";
import { type Served, serve } from "@/server/test/served";
import { standingClock, testServices } from "@/server/test/services";
import { drain, listen } from "./lean-server";
import { metricsServer } from "./metrics-server";

const clock = standingClock();
let database: HaltableDatabase;
let served: Served;
let services: Services;
let keys: Record<TestRole, TestKey>;
let workspaceId: string;
let scraped: Server;
let scrapeUrl: string;

beforeAll(async () => {
  database = await haltableDatabase(await testDatabase());
  served = await serve(
    { clock, metrics: await openMetrics(), mailer: postOffice(), wakes: false },
    { DATABASE_URL: database.url, LOG_LEVEL: "silent" },
  );
  ({ services } = served);
  const workspace = await makeWorkspace(services);
  workspaceId = workspace.id;
  keys = await makeKeys(services, workspace);
  scraped = metricsServer(() => readMetrics(services), console.error);
  await listen(scraped, 0, "127.0.0.1");
  scrapeUrl = `http://127.0.0.1:${(scraped.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  await services.db.delete(queueLooks);
});
afterAll(async () => {
  await drain(scraped);
  await served.close();
  database.close();
});

/** The values by series. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(`${scrapeUrl}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(" ")),
      Number(line.slice(line.lastIndexOf(" ") + 1)),
    ]),
  );
}
const ask = (path: string, init: RequestInit = {}) => fetch(served.url + path, init);
const asked = (path: string) => ask(path, { headers: { authorization: `Bearer ${keys.admin.plain}` } });
const writeMail = () =>
  inTransaction(systemContext(services), (tx) =>
    enqueueMail(tx, {
      ...{ workspaceId, kind: "leave_decided", to: "ann@example.com", subject: "Hello" },
      ...{ text: "Hello", html: "<p>Hello" },
    }),
  );
const seriesOf = (found: Map<string, number>, name: string) =>
  [...found.keys()].filter((series) => series.startsWith(`${name}{`));

it("200 counts requests by path template", async () => {
  const { status } = await asked("/v2/departments?limit=1");
  expect(status).toBe(200);
  await asked("/v2/leaves/leave-7Q1a3oD4f8mPzYx2");
  await ask("/api/health", { method: "POST" });
  const found = await scrape();
  expect(found.get('timeaway_http_requests_total{api="v2",method="GET",status="200"}')).toBe(1);
  expect(
    found.get('timeaway_http_request_duration_seconds_count{api="v2",method="GET",route="/v2/departments"}'),
  ).toBe(1);
  expect(
    found.get('timeaway_http_request_duration_seconds_count{api="v2",method="GET",route="/v2/leaves/{id}"}'),
  ).toBe(1);
  expect(
    found.get(
      'timeaway_http_request_duration_seconds_count{api="operator",method="POST",route="/api/health"}',
    ),
  ).toBe(1);
  for (const name of [
    "nodejs_eventloop_lag_p99_seconds",
    "process_resident_memory_bytes",
    "process_open_fds",
  ])
    expect(found.get(name), name).toBeGreaterThan(0);
  expect(found.get("timeaway_database_up")).toBe(1);
  expect(found.get('timeaway_db_pool_connections{pool="main",state="free"}')).toBe(10);
  expect(found.get("timeaway_request_log_dropped_total")).toBe(0);
});

it("unknown paths, methods and ids make one series, however many there are", async () => {
  const before = seriesOf(await scrape(), "timeaway_http_request_duration_seconds_count");
  for (let turn = 0; turn < 250; turn++)
    await Promise.all(
      ["/v2/none", "/v1/none", "/oauth/none", "/nobody"].map(async (path) => {
        await (await ask(`${path}/${turn}`, { method: turn % 2 ? "GET" : "PROPFIND" })).arrayBuffer();
      }),
    );
  const found = await scrape();
  const fresh = seriesOf(found, "timeaway_http_request_duration_seconds_count").filter(
    (series) => !before.includes(series),
  );
  expect(fresh).toHaveLength(8);
  for (const series of fresh) expect(series).toContain('route="unmatched"');
  expect(found.get('timeaway_http_requests_total{api="v1",method="other",status="404"}')).toBe(125);
});

it("404 for everything but the metrics, 405 for other methods; and the public port has none", async () => {
  expect((await fetch(scrapeUrl)).status).toBe(404);
  expect((await fetch(`${scrapeUrl}/v2/departments`)).status).toBe(404);
  expect((await fetch(`${scrapeUrl}/metrics`, { method: "POST" })).status).toBe(405);
  expect((await ask("/metrics")).status).toBe(404);
});

it("the age of the oldest due item of each kind; other processes soon after do not query again", async () => {
  const due = 'timeaway_work_oldest_due_seconds{kind="mails"}';
  await writeMail();
  clock.pass(40 * second);
  expect((await scrape()).get(due)).toBe(40);
  const other = await testServices({ clock, metrics: await openMetrics() });
  clock.pass(5 * second);
  expect((await readMetrics(other)).body).toContain(`${due} 40\n`);
  await other.close();
  clock.pass(6 * second);
  expect((await scrape()).get(due)).toBe(51);
});

it("the outcomes of mails, and their durations", async () => {
  await writeMail();
  await sendMails(services);
  const found = await scrape();
  expect(found.get('timeaway_work_items_total{kind="mails",outcome="sent"}')).toBeGreaterThan(0);
  expect(found.get('timeaway_work_item_duration_seconds_count{kind="mails"}')).toBeGreaterThan(0);
});

it("200 with the process's own metrics while the database does not answer", async () => {
  database.halt();
  try {
    const found = await scrape();
    expect(found.get("timeaway_database_up")).toBe(0);
    expect(seriesOf(found, "timeaway_work_due")).toEqual([]);
    expect(seriesOf(found, "timeaway_http_requests_total")).not.toEqual([]);
  } finally {
    database.resume();
  }
});

it.each(["alerts.yml", "dashboard.json", "README.md"])("%s names only existing metrics", async (file) => {
  const text = readFileSync(path.resolve("docs/operate", file), "utf8");
  const named = new Set(text.match(/\b(?:timeaway|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g));
  const body = await (await fetch(`${scrapeUrl}/metrics`)).text();
  const known = [...body.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name);
  expect(known.length).toBeGreaterThan(20);
  const unknown = [...named].filter((name) => !known.includes(name.replace(/_(bucket|sum|count)$/, "")));
  expect(unknown).toEqual([]);
});
