import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { readAnywhere } from "@/server/access/read-anywhere";
import { examineReplica } from "@/server/cli/doctor/examine-replica";
import { type Pool, statement } from "@/server/kernel/database/db";
import { settledUntil } from "@/server/kernel/database/settled-until";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { openMetrics } from "@/server/kernel/telemetry/metrics";
import { apiClient, type Listed } from "@/server/test/api-client";
import { testDatabase } from "@/server/test/database";
import { makeKey, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { type ReplicatedDatabase, replicatedDatabase } from "@/server/test/replicated-database";
import { testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { v2Endpoints } from "./endpoints";
import { readMetrics } from "./metrics";

// A primary with a streaming replica, and two processes that share them.

let database: ReplicatedDatabase;
let services: Services;
let other: Services;
let workspace: TestWorkspace;
let sent: { pool: Pool; text: string }[] = [];

const open = async (replica: string, env: Record<string, string> = {}): Promise<Services> =>
  testServices(
    { metrics: await openMetrics(), onStatement: (pool, text) => void sent.push({ pool, text }) },
    { DATABASE_URL: database.url, DATABASE_REPLICA_URL: replica, LOG_LEVEL: "silent", ...env },
  );
const adminKey = (): Promise<TestKey> =>
  makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
/** Waits until the replica is used again: after a timeout it stays unused for some seconds. */
const untilUsed = ({ replica }: Services) =>
  vi.waitFor(async () => expect(await replica?.caughtUp()).not.toBeNull(), 10_000);

beforeAll(async () => {
  database = await replicatedDatabase();
  services = await open(database.replicaUrl);
  other = await open(database.replicaUrl);
  workspace = await makeWorkspace(services);
}, 60_000);
afterAll(async () => {
  await services.close();
  await other.close();
  await database.remove();
}, 60_000);
beforeEach(async () => {
  await Promise.all([services, other].map(untilUsed));
  sent = [];
});

/** The pools that the labels were read from. */
const readFrom = (): Pool[] =>
  sent.filter(({ text }) => /^select .* from "labels"/.test(text)).map(({ pool }) => pool);
async function readsBy(asked: Services): Promise<Record<string, number>> {
  const { body } = await readMetrics(asked);
  const found = body.matchAll(/^timeaway_replica_reads_total\{by="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...found].map(([, by, count]) => [by, Number(count)]));
}
const labelsOf = async (asked: Services, key: TestKey): Promise<unknown[]> =>
  (await apiClient(asked).get<Listed>("/v2/labels", key)).body.data.map(({ name }) => name);
const addLabel = async (asked: Services, key: TestKey, name: string) =>
  expect(
    await apiClient(asked).v2("POST", "/v2/labels", { key, json: { name, color: "2563eb" } }),
  ).toMatchObject({
    status: 201,
  });

it("200 a read goes to the replica, a write and the caller's admission to the primary", async () => {
  const key = await adminKey();
  sent = [];
  await labelsOf(services, key);
  expect(readFrom()).toEqual(["replica"]);
  expect(sent.filter(({ text }) => text.includes("api_keys")).map(({ pool }) => pool)).toEqual(["admission"]);
  sent = [];
  await addLabel(services, key, "Written");
  expect(sent.filter(({ pool }) => pool === "replica")).toEqual([]);
});

it("200 a query of the pages goes to the replica, a mutation to the primary", async () => {
  const caller = await signedInCaller(services, workspace.people.admin);
  sent = [];
  await caller.directory.labels.list();
  expect(readFrom()).toEqual(["replica"]);
  sent = [];
  await caller.directory.labels.create({ name: "Of the pages", color: "2563eb" });
  expect(sent.filter(({ pool }) => pool === "replica")).toEqual([]);
  expect((await caller.directory.labels.list()).map(({ name }) => name)).toContain("Of the pages");
});

it("200 a writer reads its own writes, in whichever process, twenty at once", async () => {
  const write = async (at: number) => {
    const key = await adminKey();
    for (const turn of [1, 2, 3]) {
      const [writer, reader] = turn % 2 ? [services, other] : [other, services];
      await addLabel(writer, key, `Label ${at}.${turn}`);
      expect(await labelsOf(reader, key)).toContain(`Label ${at}.${turn}`);
    }
  };
  const before = await Promise.all([services, other].map(readsBy));
  await Promise.all(Array.from({ length: 20 }, (_, at) => write(at)));
  // On a busy machine the replica may lag behind all of these reads; once it has caught up, it serves both processes.
  const key = await adminKey();
  await expect
    .poll(
      async () => {
        await Promise.all([services, other].map((reader) => labelsOf(reader, key)));
        const after = await Promise.all([services, other].map(readsBy));
        return Math.min(...after.map(({ replica = 0 }, at) => replica - (before[at]?.replica ?? 0)));
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
});

it("200 from the primary while the replica is behind, and from the replica when it has caught up", async () => {
  const key = await adminKey();
  await untilUsed(services);
  await database.holdReplica();
  try {
    await addLabel(services, key, "Not there yet");
    sent = [];
    expect(await labelsOf(services, key)).toContain("Not there yet");
    expect(await labelsOf(other, key)).toContain("Not there yet");
    expect(readFrom()).toEqual(["main", "main"]);
    expect((await readMetrics(services)).body).toMatch(
      /^timeaway_replica_lag_bytes\{pool="replica"\} [1-9]/m,
    );
  } finally {
    await database.releaseReplica();
  }
  await untilUsed(services);
  sent = [];
  expect(await labelsOf(services, key)).toContain("Not there yet");
  expect(readFrom()).toEqual(["replica"]);
});

it("200 while the replica is unavailable, and when it is back", async () => {
  const key = await adminKey();
  await database.stopReplica();
  try {
    sent = [];
    for (const asked of [services, services, other])
      expect(await labelsOf(asked, key)).toContain("Not there yet");
    expect(readFrom()).toEqual(["main", "main", "main"]);
    expect((await readMetrics(services)).body).toMatch(/^timeaway_replica_up\{pool="replica"\} 0$/m);
    const finding = await examineReplica(database.url, database.replicaUrl);
    expect(finding).toMatchObject({ part: "replica", status: "warning" });
  } finally {
    await database.startReplica();
  }
  await untilUsed(services);
  sent = [];
  await labelsOf(services, key);
  expect(readFrom()).toEqual(["replica"]);
}, 30_000);

it.each([
  ["/v2/events", / from "users".* join "events"/s],
  ["/v2/users?updatedSince=2026-01-01T00:00:00Z", /^select .* from "users".* limit /s],
  ["/v2/leaves?updatedSince=2026-01-01T00:00:00Z", /^select .* from "leaves".* limit /s],
])("200 %s is read from the primary, which alone knows the open writers", async (url, list) => {
  const key = await adminKey();
  sent = [];
  expect((await apiClient(services).get(url, key)).status).toBe(200);
  const from = sent.filter(({ text }) => /pg_stat_activity/.test(text) || list.test(text));
  expect(from.map(({ pool }) => pool)).toEqual(["main", "main"]);
});

it("nothing is settled on a replica, which knows no writer", async () => {
  const replica = await vi.waitUntil(() => services.replica?.caughtUp(), 10_000);
  expect(replica && (await settledUntil(replica))).toEqual(new Date(0));
});

it("the primary serves reads that are forbidden on the replica, or failed there", async () => {
  const actor = await loadActor(services.db, workspace.id, workspace.people.admin.id, { type: "operator" });
  if (!actor) throw new Error("nobody");
  const ctx = ctxFor(services, actor, newRequestId());
  const locked = statement<{ id: string }>(sql`select id from workspaces for update`);
  expect(await readAnywhere(ctx, ({ db }) => locked(db))).toHaveLength(1);
  const unsaid = statement(sql`select 1 / 0`);
  const { failed = 0 } = await readsBy(services);
  await expect(readAnywhere(ctx, ({ db }) => unsaid(db))).rejects.toThrow();
  expect((await readsBy(services)).failed).toBe(failed + 1);
});

it("200 no read of v2 needs more than a replica", async () => {
  const lists = v2Endpoints.filter(
    ({ method, path, document }) => method === "GET" && !path.includes("{") && !document,
  );
  expect(lists.length).toBeGreaterThan(10);
  const before = await readsBy(services);
  for (const { path } of lists) {
    const key = await adminKey();
    await untilUsed(services);
    await apiClient(services).get(path, key);
  }
  expect((await readsBy(services)).failed ?? 0).toBe(before.failed ?? 0);
});

it("200 from the primary where DATABASE_REPLICA_URL leads to another server, which the doctor reports", async () => {
  const stranger = await testDatabase();
  const mistaken = await open(stranger);
  try {
    sent = [];
    await labelsOf(mistaken, await adminKey());
    expect(readFrom()).toEqual(["main"]);
  } finally {
    await mistaken.close();
  }
  const found = await Promise.all(
    [database.replicaUrl, stranger, database.url].map((url) => examineReplica(database.url, url)),
  );
  expect(found.map(({ status }) => status)).toEqual(["ok", "error", "warning"]);
});
