import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { apiClient, type Refused } from "@/server/test/api-client";
import { testDatabase } from "@/server/test/database";
import {
  makeKeys,
  makeLegacyKey,
  makeWorkspace,
  type TestKey,
  type TestPerson,
  type TestRole,
} from "@/server/test/factories";
import { type HaltableDatabase, haltableDatabase } from "@/server/test/haltable-database";
import { testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { dispatchWith } from "./dispatch";

// A database that accepts connections and answers nothing.

let database: HaltableDatabase;
let services: Services;
let keys: Record<TestRole, TestKey>;
let legacyKey: TestKey;
let api: ReturnType<typeof apiClient>;
let person: TestPerson;

beforeAll(async () => {
  database = await haltableDatabase(await testDatabase());
  services = await testServices({}, { DATABASE_URL: database.url, LOG_LEVEL: "silent" });
  api = apiClient(services);
  const workspace = await makeWorkspace(services);
  person = workspace.people.user;
  keys = await makeKeys(services, workspace);
  legacyKey = await makeLegacyKey(services, workspace.id);
});
beforeEach(() => database.resume());
afterAll(async () => {
  database.resume();
  await services.close();
  database.close();
});

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  return [await work, performance.now() - begun];
}
const source = { ip: null, host: "localhost:3000" };
const ready = () =>
  dispatchWith(services, new Request("http://localhost:3000/api/ready"), source) as Promise<Response>;
const label = (name: string) =>
  api.v2<Refused>("POST", "/v2/labels", {
    key: keys.admin,
    json: { name, color: "0000ff" },
    headers: { "idempotency-key": name },
  });

it("503 in the envelope within seconds, for reads, writes and v1; recovery once it answers again", async () => {
  database.halt();
  const [[read, write, old], ms] = await timed(
    Promise.all([
      api.get<Refused>("/v2/labels", keys.admin),
      label("Hung"),
      api.v1<{ message: string }>("/v1/departments", { key: legacyKey }),
    ]),
  );
  for (const answer of [read, write])
    expect([answer.status, answer.body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect([old.status, old.body.message]).toEqual([500, "Internal server error"]);
  expect(ms).toBeLessThan(12 * second);
  database.resume();
  const [again, againMs] = await timed(label("Hung"));
  expect(again.status).toBe(201);
  expect(againMs).toBeLessThan(3 * second);
});

it("a page's query fails within seconds, too, with an error that the page shows", async () => {
  const own = await signedInCaller(services, person);
  expect(await own.balances.mine()).not.toHaveLength(0);
  database.halt();
  const [refused, ms] = await timed(own.balances.mine().catch((error: unknown) => error));
  expect(refused).toMatchObject({ code: "SERVICE_UNAVAILABLE", digest: "SERVICE_UNAVAILABLE" });
  expect(ms).toBeLessThan(12 * second);
  database.resume();
  expect(await own.balances.mine()).not.toHaveLength(0);
});

it("503 for a calendar feed, which the reader retries", async () => {
  const path = `/ical/${"a".repeat(43)}.ics`;
  database.halt();
  const [answer, ms] = await timed(
    dispatchWith(services, new Request(`http://localhost:3000${path}`), source) as Promise<Response>,
  );
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(ms).toBeLessThan(12 * second);
  database.resume();
});

it("503 not ready, soon enough for a load balancer", async () => {
  // Connections of the requests refused above may still be settling.
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), 10 * second);
  database.halt();
  const [answer, ms] = await timed(ready());
  expect(answer.status).toBe(503);
  expect(ms).toBeLessThan(4 * second);
  database.resume();
  expect((await ready()).status).toBe(200);
});

it("503 from ready as soon as the process is shutting down, while requests are still answered", async () => {
  services.isEnding = true;
  const answer = await ready();
  expect([answer.status, await answer.json()]).toEqual([503, { status: "ending" }]);
  expect((await api.get("/v2/labels", keys.admin)).status).toBe(200);
  services.isEnding = false;
  expect((await ready()).status).toBe(200);
});
