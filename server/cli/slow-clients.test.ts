import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { dispatchWith } from "@/server/api/dispatch";
import type { Services } from "@/server/kernel/services";
import { makeKey, makeWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { drain, leanServer, listen, type PageHandler } from "./lean-server";

const limits = { headersMs: 300, requestMs: 900, checkEveryMs: 30, graceMs: 200, idleMs: 5000 };
const logged: string[] = [];
const uncaught: unknown[] = [];
const clock = standingClock();
let services: Services;
let server: ReturnType<typeof leanServer>;
let port: number;
let key: string;

/** As Next does: reads the body to its end, and throws its errors. */
const pages: PageHandler = async (incoming, outgoing) => {
  for await (const _ of incoming);
  outgoing.end("a page");
};

beforeAll(async () => {
  const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(line) });
  services = await testServices({ log, clock });
  const workspace = await makeWorkspace(services);
  key = (await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id })).plain;
  const dispatch = (request: Request, source: Parameters<typeof dispatchWith>[2]) =>
    dispatchWith(services, request, { ...source, host: new URL(services.settings.baseUrl).host });
  const handlers = Promise.resolve({ dispatch, pages });
  server = leanServer(handlers, { trustedProxies: 0, onError: (error) => uncaught.push(error), limits });
  await listen(server, 0, "127.0.0.1");
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
// A key has a burst of fifty requests.
beforeEach(() => clock.pass(60_000));
afterAll(async () => {
  await drain(server);
  await services.close();
});

const open = (): Promise<number> =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)));

interface Client {
  socket: Socket;
  answer(): string;
}

/** Sends bytes and keeps its side open, whatever the server does with the other. */
function client(text: string): Client {
  let answer = "";
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => socket.write(text));
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  return { socket, answer: () => answer };
}

const head = (line: string, ...headers: string[]) =>
  [line, `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${key}`, ...headers].join("\r\n");
const slowBody = (target: string, type: string) =>
  `${head(`POST ${target} HTTP/1.1`, `Content-Type: ${type}`, "Content-Length: 100")}\r\n\r\n{"na`;
const chunkedBody = (target: string) =>
  `${head(`POST ${target} HTTP/1.1`, "Content-Type: application/json", "Transfer-Encoding: chunked")}\r\n\r\n4\r\n{"na\r\n`;

const requests: [string, () => string][] = [
  ["nothing at all", () => ""],
  ["half a request line", () => "GET /v2/us"],
  ["headers without an end", () => head("GET /v2/users HTTP/1.1")],
  ["a body without an end on /v2", () => slowBody("/v2/labels", "application/json")],
  ["a chunked body without an end on /v2", () => chunkedBody("/v2/labels")],
  ["a body without an end on /oauth/token", () => slowBody("/oauth/token", "application/json")],
  ["a form without an end on a page", () => slowBody("/login", "application/x-www-form-urlencoded")],
  ["bytes that are no HTTP", () => "NO SUCH THING\r\n\r\n"],
];

it.each(requests)("408 or 400, then closed for good, half-open or not: %s", async (_, text) => {
  const clients = Array.from({ length: 40 }, () => client(text()));
  await expect.poll(open, { timeout: 2000 }).toBeGreaterThan(0);
  await expect.poll(open, { timeout: 4000, interval: 50 }).toBe(0);
  for (const { answer, socket } of clients) {
    expect(answer()).toMatch(/^HTTP\/1\.1 (?:408 Request Timeout|400 Bad Request)\r\n/);
    socket.destroy();
  }
  expect(logged).toEqual([]);
  expect(uncaught).toEqual([]);
});

it("408 a client that keeps sending a byte now and then is closed as well", async () => {
  const { socket } = client(`${head("GET /v2/users HTTP/1.1")}\r\n`);
  const drip = setInterval(() => socket.write("X"), 40);
  await expect.poll(open, { timeout: 2000 }).toBe(1);
  await expect.poll(open, { timeout: 3000 }).toBe(0);
  clearInterval(drip);
  socket.destroy();
});

it.each(requests.slice(3, 7))("logs no error when the client leaves: %s", async (_, text) => {
  const leaving = Array.from({ length: 10 }, () => client(text()));
  await delay(150);
  for (const { socket } of leaving) socket.destroy();
  await expect.poll(open, { timeout: 2000 }).toBe(0);
  await delay(50);
  expect(logged).toEqual([]);
  expect(uncaught).toEqual([]);
});

it("200 a request that arrives in pieces, in time", async () => {
  const { socket, answer } = client(head("GET /v2/users HTTP/1.1"));
  await delay(100);
  socket.write("\r\nConnection: close\r\n\r\n");
  await expect.poll(answer, { timeout: 2000 }).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

async function answerTo(...headers: string[]): Promise<string> {
  const body = JSON.stringify({ name: "Comma", color: "112233" });
  const { socket, answer } = client(
    `${head("POST /v2/labels HTTP/1.1", "Connection: close", "Content-Type: application/json", `Content-Length: ${body.length}`, ...headers)}\r\n\r\n${body}`,
  );
  await expect.poll(answer, { timeout: 2000 }).toMatch(/\r\n\r\n./);
  socket.destroy();
  return answer();
}

it("400 INVALID_IDEMPOTENCY_KEY two Idempotency-Key headers, equal or not", async () => {
  for (const second of ["Idempotency-Key: b", "idempotency-key: a", "Idempotency-Key:"])
    expect(await answerTo("Idempotency-Key: a", second)).toMatch(/ 400 .*INVALID_IDEMPOTENCY_KEY/s);
});

it("201 one Idempotency-Key that contains a comma, and its replay", async () => {
  expect(await answerTo("Idempotency-Key: a, b")).toMatch(/ 201 /);
  expect(await answerTo("Idempotency-Key: a, b")).toMatch(/ 201 .*idempotent-replayed: true/is);
});
