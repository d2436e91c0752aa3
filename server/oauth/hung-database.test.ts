import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SignedIn } from "@/server/access/signed-in";
import type { Services } from "@/server/kernel/services";
import { minute, second } from "@/server/kernel/time/clock";
import { testDatabase } from "@/server/test/database";
import { type HaltableDatabase, haltableDatabase } from "@/server/test/haltable-database";
import {
  approved,
  askToken,
  call,
  heldClock,
  oauthServices,
  type Reply,
  refreshWith,
  signedInPerson,
  tokensOf,
  whoIs,
} from "@/server/test/oauth-kit";
import { parseRequest } from "@/server/transport/parsed-request";
import { handleOauth } from "./routes";

// A database that accepts connections and answers nothing, and one that is unavailable.

const clock = heldClock();
let database: HaltableDatabase;
let services: Services;
let user: SignedIn;

const start = async () => {
  database = await haltableDatabase(await testDatabase());
  services = await oauthServices(clock, { DATABASE_URL: database.url });
};
beforeAll(async () => {
  await start();
  user = await signedInPerson(services);
});
beforeEach(() => database.resume());
afterAll(async () => {
  database.resume();
  await services.close();
  database.close();
});

const jwks = (from = services) => call(from, "GET", "/identity/.well-known/jwks.json");

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  return [await work, performance.now() - begun];
}

const isUnavailable = ({ status, json, headers }: Reply) => {
  expect([status, json]).toEqual([
    503,
    { error: "temporarily_unavailable", error_description: expect.any(String) },
  ]);
  expect(headers.get("retry-after")).toBe("5");
};
/** Soon after the database is back: until the pool has its connections again, a request is refused, and takes no effect. */
const succeeds = (ask: () => Promise<Reply>) =>
  expect.poll(async () => (await ask()).status, { timeout: 10 * second }).toBe(200);
const isServerError = ({ status, json }: Reply) =>
  expect([status, json]).toEqual([400, { error: "server_error", error_description: expect.any(String) }]);

describe("hung", () => {
  it("200 the last keys that were read, however old, and at once while a reload is pending", async () => {
    const before = (await jwks()).json;
    clock.pass(2 * minute);
    database.halt();
    const [first, firstMs] = await timed(jwks());
    expect([first.status, first.json]).toEqual([200, before]);
    expect(firstMs).toBeLessThan(3 * second);
    const [again, againMs] = await timed(jwks());
    expect([again.status, again.json]).toEqual([200, before]);
    expect(againMs).toBeLessThan(200);
  });

  it("200 metadata at once", async () => {
    database.halt();
    const [{ status }, ms] = await timed(call(services, "GET", "/.well-known/openid-configuration"));
    expect(status).toBe(200);
    expect(ms).toBeLessThan(200);
  });

  it("503, but at the token endpoint 400 server_error, within seconds; requests meanwhile burn no code", async () => {
    const { exchange } = await approved(services, user);
    const { refresh, access, clientId } = await tokensOf(services, user);
    database.halt();
    const [[exchanged, refreshed, who], ms] = await timed(
      Promise.all([
        askToken(services, exchange),
        refreshWith(services, refresh, clientId),
        whoIs(services, access),
      ]),
    );
    [exchanged, refreshed].forEach(isServerError);
    isUnavailable(who);
    expect(ms).toBeLessThan(8 * second);
    database.resume();
    await succeeds(() => refreshWith(services, refresh, clientId));
    await succeeds(() => askToken(services, exchange));
  });

  it("503 within seconds from a process without keys", async () => {
    const young = await oauthServices(clock, { DATABASE_URL: database.url });
    database.halt();
    const [reply, ms] = await timed(jwks(young));
    isUnavailable(reply);
    expect(ms).toBeLessThan(8 * second);
    database.resume();
    await succeeds(() => jwks(young));
    await young.close();
  });
});

it("unavailable: 200 the last keys that were read, and tokens are issued again when it is back", async () => {
  const before = (await jwks()).json;
  clock.pass(2 * minute);
  database.close();
  for (let i = 0; i < 3; i++) {
    const { status, json } = await jwks();
    expect([status, json]).toEqual([200, before]);
  }
  await services.close();
  await start();
  expect((await jwks()).json).toEqual(before);
});

it("400 of the protocol for a slow sender: its time is not the database's", async () => {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from("grant_type="));
      await delay(6 * second);
      controller.enqueue(Buffer.from("nothing"));
      controller.close();
    },
  });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const request = new Request("http://localhost:3000/oauth/token", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  const answer = await handleOauth(
    parseRequest(request, { ip: "127.0.0.1", host: "localhost:3000" }),
    services,
    "/oauth/token",
  );
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: "unsupported_grant_type" }]);
});
