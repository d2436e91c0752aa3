import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createTRPCClient, httpBatchStreamLink } from "@trpc/client";
import superjson from "superjson";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { errorOf } from "@/app/_trpc/error-of";
import type { AppRouter } from "@/server/api/trpc";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { sealSession, sessionCookieName } from "@/server/signin/session-cookie";
import { testServices } from "@/server/test/services";
import { withPageLimits } from "./page-limits";

let services: Services;
let server: Server;
let url: string;
let servedCount = 0;

beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  servedCount = 0;
  const settings = { ...services.settings, pageRates: { perSession: 2, perSource: 1 } };
  const pages = withPageLimits(settings, async (_, outgoing) => {
    servedCount++;
    outgoing.writeHead(200).end("a page");
  });
  server = createServer((incoming, outgoing) => void pages(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => new Promise((resolve) => server.close(resolve));
});

const from = (address: string, headers: Record<string, string> = {}, path = "/nothing") =>
  fetch(url + path, { headers: { "x-forwarded-for": address, ...headers } });
const cookie = async () => {
  const value = await sealSession(services.settings, { workspaceId: newId(), sessionId: newId() });
  return { cookie: `other=1; ${sessionCookieName(services.settings)}=${value}` };
};
async function statuses(count: number, ask: () => Promise<Response>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (let at = 0; at < count; at++) {
    const { status } = await ask();
    found[status] = (found[status] ?? 0) + 1;
  }
  return found;
}

describe("429 for a flood of pages", () => {
  it("of one source without a session, in words, and nothing of it reaches the pages; another source is served", async () => {
    const found = await statuses(40, () => from("203.0.113.7"));
    expect(found["429"]).toBeGreaterThan(25);
    expect(servedCount).toBe(found["200"]);
    expect((await from("203.0.113.8")).status).toBe(200);
    const refused = await from("203.0.113.7", { "accept-language": "de-AT,de;q=0.9" });
    expect(refused.headers.get("retry-after")).toBeNull();
    const page = await refused.text();
    expect(page).toContain('<html lang="de"');
    expect(page).toMatch(/Versuch es in \d+ Sekunden? noch einmal/);
    expect(await (await from("203.0.113.7")).text()).toMatch(/Try again in \d+ seconds?/);
  });

  it("of one session, from any address; others of the same office are served", async () => {
    const [flooding, colleague] = [await cookie(), await cookie()];
    const found = await statuses(60, () => from("203.0.113.9", flooding));
    expect(found["429"]).toBeGreaterThan(20);
    expect((await from("198.51.100.1", flooding)).status).toBe(429);
    expect(await statuses(10, () => from("198.51.100.2", colleague))).toEqual({ 200: 10 });
    expect(await statuses(5, () => from("203.0.113.9", colleague))).toEqual({ 200: 5 });
  });

  it("of one source with forged cookies: each counts as none", async () => {
    let made = 0;
    const name = sessionCookieName(services.settings);
    const found = await statuses(40, () => from("203.0.113.10", { cookie: `${name}=made-up-${made++}` }));
    expect(found["429"]).toBeGreaterThan(25);
  });
});

describe("429 for a flood of calls", () => {
  const path = `/api/trpc/${Array.from({ length: 10 }, () => "balances.mine").join(",")}?batch=1`;

  it("each call of a batch counts", async () => {
    const found = await statuses(5, () => from("203.0.113.11", {}, path));
    expect(found).toEqual({ 200: 1, 429: 4 });
  });

  it("is an error that the client recognizes, with its code and the seconds", async () => {
    await statuses(20, () => from("203.0.113.12"));
    const client = createTRPCClient<AppRouter>({
      links: [
        httpBatchStreamLink({
          url: `${url}/api/trpc`,
          transformer: superjson,
          headers: { "x-forwarded-for": "203.0.113.12" },
        }),
      ],
    });
    const errors = await Promise.all(
      [1, 2].map(() => client.balances.mine.query().catch((error: unknown) => errorOf(error))),
    );
    for (const error of errors)
      expect(error).toMatchObject({
        code: "RATE_LIMITED",
        details: { retryAfterSeconds: expect.any(Number) },
      });
  });
});
