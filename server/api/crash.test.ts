import { and, eq, like } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { labels } from "@/drizzle/schema/directory";
import { operations } from "@/drizzle/schema/operations";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { type ApiAnswer, apiClient } from "@/server/test/api-client";
import { type ApiProcess, startApiProcess } from "@/server/test/api-process";
import { carriedOut } from "@/server/test/carried-out";
import {
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { lockTable } from "@/server/test/lock-table";
import { testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const processes: ApiProcess[] = [];

beforeAll(async () => {
  services = await testServices();
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});
afterEach(() => Promise.all(processes.splice(0).map((child) => child.kill())));

async function start(): Promise<ApiProcess> {
  const child = await startApiProcess();
  processes.push(child);
  return child;
}

const body = JSON.stringify({ name: "Blue", color: "0000ff" });
const json = { "content-type": "application/json" };
const post = (headers: Record<string, string>, answer = true) =>
  ({
    do: "request",
    method: "POST",
    url: "/v2/labels",
    headers: { ...json, ...headers, authorization: `Bearer ${keys.admin.plain}` },
    body,
    answer,
  }) as const;
const retry = (headers: Record<string, string>) =>
  api.v2("POST", "/v2/labels", { key: keys.admin, body, headers: { ...json, ...headers } });

const labelsLike = (name: string) =>
  services.db
    .select({ name: labels.name })
    .from(labels)
    .where(and(eq(labels.workspaceId, workspace.id), like(labels.name, name)));

/** A killed process's database session ends a moment later, a frozen one's after twelve seconds; until then its key is in use. */
async function retryUntilFree(headers: Record<string, string>, withinMs = 4 * second): Promise<ApiAnswer> {
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    const answer = await retry(headers);
    if (answer.status !== 409) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the key stayed in use");
}

it("killed between commit and response: one effect, and the retry gets the stored answer", async () => {
  const key = { "idempotency-key": newId() };
  const child = await start();
  child.send(post(key, false));
  expect(await child.said()).toEqual({ unsent: 201 });
  await child.kill();
  const answer = await retry(key);
  expect([answer.status, answer.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  expect(await labelsLike("Blue")).toHaveLength(1);
});

it("killed before the commit: no effect, nothing stuck, and the retry succeeds", async () => {
  const key = { "idempotency-key": newId() };
  const child = await start();
  // The label is inserted; its answer cannot be stored yet.
  const held = await lockTable("idempotency_keys");
  child.send(post(key));
  await held.waiting(1);
  await child.kill();
  await held.release();
  const answer = await retryUntilFree(key);
  expect([answer.status, answer.headers.get("idempotent-replayed")]).toEqual([201, null]);
  expect(await labelsLike("Blue")).toHaveLength(1);
});

it("frozen inside a write: its locks are released within 15 seconds, the retry succeeds elsewhere, and nothing is done twice", async () => {
  const key = { "idempotency-key": newId() };
  const child = await start();
  const held = await lockTable("idempotency_keys");
  child.send(post(key));
  await held.waiting(1);
  child.freeze();
  // The database finishes the statement; its transaction waits for the next one from the process.
  await held.release();
  const began = performance.now();
  expect((await retry(key)).status).toBe(409);
  const answer = await retryUntilFree(key, 15 * second);
  expect([answer.status, answer.headers.get("idempotent-replayed")]).toEqual([201, null]);
  expect(performance.now() - began).toBeLessThan(15 * second);
  child.thaw();
  expect(await child.said()).toMatchObject({ status: 503 });
  expect(await labelsLike("Blue")).toHaveLength(1);
});

it("killed with a pending operation: carried out exactly once by another process", async () => {
  const key = { "idempotency-key": newId(), prefer: "respond-async" };
  const child = await start();
  const held = await lockTable("labels");
  child.send(post(key));
  expect(await child.said()).toMatchObject({ status: 202 });
  await held.waiting(1);
  await child.kill();
  await held.release();
  const [first, second] = [await start(), await start()];
  await expect
    .poll(
      async () => {
        for (const worker of [first, second]) worker.send({ do: "carryOut" });
        await Promise.all([first.said(), second.said()]);
        return statuses();
      },
      { timeout: 10_000 },
    )
    .toEqual(["SUCCEEDED"]);
  expect(await labelsLike("Blue")).toHaveLength(1);
  expect((await retry(key)).status).toBe(202);
});

it("killed at random moments: each of 30 operations is done once", async () => {
  const names = Array.from({ length: 30 }, (_, i) => `Blue ${i}`);
  // The process that accepts them is killed while its own worker waits, which leaves them all to other processes.
  const held = await lockTable("labels");
  const acceptor = await start();
  for (const name of names) {
    acceptor.send({ ...post({ prefer: "respond-async" }), body: JSON.stringify({ name, color: "0000ff" }) });
    expect(await acceptor.said()).toMatchObject({ status: 202 });
  }
  await acceptor.kill();
  await held.release();
  for (const lifeMs of [5, 20, 40, 80]) {
    const [victim, survivor] = [await start(), await start()];
    victim.send({ do: "carryOut" });
    survivor.send({ do: "carryOut" });
    await new Promise((resolve) => setTimeout(resolve, lifeMs));
    await victim.kill();
    await survivor.said();
  }
  await carriedOut(services);
  expect(await statuses()).toEqual(names.map(() => "SUCCEEDED"));
  const made = (await labelsLike("Blue %")).map(({ name }) => name).sort();
  expect(made).toEqual([...names].sort());
});

const statuses = async () =>
  (
    await services.db
      .select({ status: operations.status })
      .from(operations)
      .where(eq(operations.workspaceId, workspace.id))
  ).map(({ status }) => status);
