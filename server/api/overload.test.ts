import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openMetrics } from "@/server/kernel/telemetry/metrics";
import { second } from "@/server/kernel/time/clock";
import { databaseTimeoutMs } from "@/server/kernel/time/timeout";
import { apiClient } from "@/server/test/api-client";
import {
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestPerson,
  type TestRole,
} from "@/server/test/factories";
import { lockTable } from "@/server/test/lock-table";
import { type Served, serve } from "@/server/test/served";
import { signedInCaller } from "@/server/test/signed-in-caller";

// More requests than connections, and no connection is released.

const poolSize = 4;
let served: Served;
let keys: Record<TestRole, TestKey>;
let person: TestPerson;
/** Keys of two other workspaces, each of which may use half of the connections. */
const others: Record<TestRole, TestKey>[] = [];

beforeAll(async () => {
  served = await serve(
    { metrics: await openMetrics() },
    { DATABASE_POOL_SIZE: String(poolSize), WRITE_WAIT_MS: "60000", LOG_LEVEL: "silent" },
  );
  const workspace = await makeWorkspace(served.services);
  person = workspace.people.user;
  keys = await makeKeys(served.services, workspace);
  for (let count = 0; count < 2; count++)
    others.push(await makeKeys(served.services, await makeWorkspace(served.services)));
});
afterAll(() => served.close());

interface Answered {
  status: number;
  ms: number;
  body: { error?: string | { code: string } };
}
async function ask(path: string, init: RequestInit = {}): Promise<Answered> {
  const began = performance.now();
  const response = await fetch(served.url + path, init);
  const body = (await response.json()) as Answered["body"];
  return { status: response.status, body, ms: performance.now() - began };
}
const read = () => ask("/v2/departments", { headers: { authorization: `Bearer ${keys.admin.plain}` } });
const writeOf = ({ admin }: Record<TestRole, TestKey>, at: number) =>
  ask("/v2/labels", {
    method: "POST",
    headers: { authorization: `Bearer ${admin.plain}`, "content-type": "application/json" },
    body: JSON.stringify({ name: `Label ${at}`, color: "0000ff" }),
  });
const code = ({ status, body: { error } }: Answered) => [
  status,
  typeof error === "object" ? error.code : error,
];
const left = async (): Promise<number> => {
  const { headers } = await apiClient(served.services).get("/v2/departments", keys.admin);
  return Number(/"quota";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
};

it("503 at once in each form while nothing moves, after five seconds for earlier requests; 200 as soon as connections are free", async () => {
  expect(code(await read())).toEqual([200, undefined]);
  const caller = await signedInCaller(served.services, person);
  const leftBefore = await left();
  const held = await lockTable("labels");
  const writes = others.flatMap((of) => [0, 1].map((at) => writeOf(of, at)));
  await held.waiting(poolSize);
  const early = [read(), read(), read()];
  await delay(2.5 * second);

  const [late, me, page] = await Promise.all([
    read(),
    ask("/oauth/register", {
      method: "POST",
      body: JSON.stringify({ redirect_uris: ["https://a.example/"] }),
      headers: { "content-type": "application/json" },
    }),
    caller.balances.mine().catch((error: unknown) => error),
  ]);
  expect(code(late)).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(code(me)).toEqual([503, "temporarily_unavailable"]);
  expect(page).toMatchObject({ digest: "SERVICE_UNAVAILABLE" });
  for (const { ms } of [late, me]) expect(ms).toBeLessThan(second);
  expect((await ask("/api/health")).status).toBe(200);
  const ready = await ask("/api/ready");
  expect([ready.status, ready.ms < second]).toEqual([503, true]);

  for (const one of early) {
    const answer = await one;
    expect(code(answer)).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(answer.ms).toBeLessThan(databaseTimeoutMs + second);
  }
  await held.release();
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 201));
  const again = await read();
  expect([again.status, again.ms < second]).toEqual([200, true]);
  expect((await ask("/api/ready")).status).toBe(200);
  // Requests that were refused at once used no quota; requests that waited did.
  expect(leftBefore - (await left())).toBe(early.length + 2);
  const body = (await served.services.metrics?.registry.metrics()) ?? "";
  for (const after of ["nothing", "waiting"])
    expect(
      Number(new RegExp(`timeaway_db_refused_total{pool="main",after="${after}"} (\\d+)`).exec(body)?.[1]),
    ).toBeGreaterThan(0);
});

it("200 for others while one workspace's writes wait for a lock: it has half of the connections, and its own new requests are refused", async () => {
  const [stuck = keys] = others;
  expect((await read()).status).toBe(200);
  const held = await lockTable("labels");
  const writes = Array.from({ length: 3 * poolSize }, (_, at) => writeOf(stuck, 100 + at));
  await held.waiting(poolSize / 2);
  const answers: Answered[] = [];
  const until = performance.now() + 3 * second;
  while (performance.now() < until) {
    answers.push(await read());
    // Stays within the key's rate limit.
    await delay(150);
  }
  expect(answers.length).toBeGreaterThan(10);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await held.waitingCount()).toBe(poolSize / 2);
  expect(code(await writeOf(stuck, 200))).toEqual([503, "SERVICE_UNAVAILABLE"]);
  await held.release();
  const ended = await Promise.all(writes);
  expect(ended.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(poolSize / 2);
});
