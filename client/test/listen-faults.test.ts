import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { events } from "@/drizzle/schema/events";
import { inTransaction } from "@/server/access/ctx";
import { recordEvent } from "@/server/modules/integrations/events/record";
import { samplePayload } from "@/server/modules/integrations/webhooks/sample-payload";
import { makeKey, makeWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { serve } from "@/server/test/served";
import { type Event, unwrapWebhook } from "../src/index.js";
import { follow } from "../src/listen/follow.js";
import { forward } from "../src/listen/forward.js";
import { newSecret } from "../src/listen/sign.js";
import { html, hungUp, json, left, refusal, type StandIn, standIn } from "./stand-in";

const secret = newSecret();
let notes: string[];
let stop: AbortController;
let stand: StandIn | undefined;

const event = (n: number) =>
  ({
    ...samplePayload("leave.approved"),
    id: `msg_0${n}`,
    timestamp: `2026-11-20T09:30:0${n}.000Z`,
  }) as Event;
const page = (...numbers: number[]) => json(200, { data: numbers.map(event) });

// A hundred times as fast: a wait of twenty seconds takes a fifth.
beforeEach(() => {
  notes = [];
  stop = new AbortController();
  const { setTimeout: real } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms = 0, ...given: unknown[]) =>
    // Timers with arguments are the platform's.
    real(work, given.length > 0 ? ms : ms / 100, ...(given as []))) as typeof setTimeout);
});
afterEach(async () => {
  stop.abort();
  vi.restoreAllMocks();
  await stand?.close();
  stand = undefined;
});

const following = (baseUrl: string, apiKey = "svc_live_key") =>
  follow({
    ...{ apiKey, baseUrl, types: null, since: null, signal: stop.signal },
    onReady: () => notes.push("ready"),
    note: (line) => notes.push(line),
  });

/** The IDs of the next `count` events. */
async function take(from: AsyncGenerator<Event, void>, count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const { value } = await from.next();
    if (!value) throw new Error(`It ended after ${found.length}`);
    found.push(value.id);
  }
  return found;
}

const queries = () => stand?.received.map(({ path }) => new URL(path, "http://x").searchParams) ?? [];

describe("follows", () => {
  it("through a proxy's page, a hang-up, 503 and 429, each noted once, and resumes behind the last event", async () => {
    const faults = [
      ...[html(200), html(502), html(502), hungUp, json(503, refusal("SERVICE_UNAVAILABLE"))],
      json(429, refusal("RATE_LIMITED"), left(3)),
    ];
    stand = await standIn([hungUp, hungUp, html(502), page(), page(1, 2), ...faults, page(3), page()]);
    const found = following(stand.baseUrl);
    expect(await take(found, 3)).toEqual(["msg_01", "msg_02", "msg_03"]);
    const asked = queries().map((query) => query.get("after") ?? (query.has("since") && "since"));
    expect(asked).toEqual([
      ...Array.from({ length: 5 }, () => "since"),
      ...Array.from({ length: 7 }, () => "msg_02"),
    ]);
    const begins = notes.map((note) => note.split(".")[0]);
    const cut = `No whole answer from ${stand.baseUrl} (UND_ERR_SOCKET)`.split(".")[0];
    expect(begins).toEqual([
      cut,
      "The answer is not the API's: status 502, text/html",
      "ready",
      "Events can be read again",
      "The answer is not the API's: status 200, text/html",
      "The answer is not the API's: status 502, text/html",
      cut,
      "SERVICE_UNAVAILABLE",
      "RATE_LIMITED",
    ]);
  });

  it("from now on by the server's clock, however wrong its own is", async () => {
    const date = "Fri, 20 Nov 2026 09:30:00 GMT";
    stand = await standIn([json(200, { data: [] }, { date }), page(1)]);
    await take(following(stand.baseUrl), 1);
    expect(queries().at(-1)?.get("since")).toBe("2026-11-20T09:30:00.000Z");
  });

  it("pages, from the last event again when a token has expired", async () => {
    const ended = json(400, refusal("VALIDATION_ERROR", { details: { fields: [{ path: "nextToken" }] } }));
    stand = await standIn([page(), json(200, { data: [event(1)], nextToken: "t1" }), ended, page(2)]);
    expect(await take(following(stand.baseUrl), 2)).toEqual(["msg_01", "msg_02"]);
    const [, , second, third] = queries();
    expect([second?.get("nextToken"), third?.get("nextToken"), third?.get("after")]).toEqual([
      "t1",
      null,
      "msg_01",
    ]);
  });

  it("at most once in 20 seconds while nothing happens", async () => {
    stand = await standIn([page()]);
    void following(stand.baseUrl).next();
    await vi.waitFor(() => expect(stand?.received.length).toBeGreaterThan(11), 5000);
    const { received } = stand;
    const gaps = received.slice(1).map(({ at }, n) => at - (received[n]?.at ?? 0));
    // 1, 1.5, 2.25, 3.4, 5.1, 7.6, 11.4, 17.1 and 20 seconds, a hundredth of each.
    expect(Math.min(...gaps.slice(-2))).toBeGreaterThan(190);
  });

  it("no further after QUOTA_EXCEEDED", async () => {
    stand = await standIn([json(429, refusal("QUOTA_EXCEEDED"))]);
    await expect(following(stand.baseUrl).next()).rejects.toThrow("(QUOTA_EXCEEDED, req_1)");
  });

  it("a recreated database: since the last event's time", async () => {
    const served = await serve();
    const { services, url } = served;
    const workspace = await makeWorkspace(services);
    const { admin, user } = workspace.people;
    const key = await makeKey(services, { workspaceId: workspace.id, ownerId: admin.id });
    const happen = async () => {
      const data = { userId: user.id, previousStatus: "ACTIVE" as const };
      await inTransaction(await as(services, admin), (tx) =>
        recordEvent(tx, { type: "user.updated", subjectUserId: user.id, data }),
      );
    };
    const found = following(url, key.plain);
    const first = found.next();
    // A busy machine answers some requests with 503, each of which adds notes.
    await vi.waitFor(() => expect(notes).toContain("ready"), 20_000);
    await happen();
    const { value } = await first;
    const second = found.next();
    await services.db.delete(events).where(eq(events.workspaceId, workspace.id));
    await happen();
    const { value: next } = await second;
    expect(next?.id).not.toBe(value?.id);
    expect(notes).toContain(
      `The last event is not known there any more. Going on with those since ${value?.timestamp}.`,
    );
    stop.abort();
    await served.close();
  });
});

describe("forwards", () => {
  let server: Server;
  let url: URL;
  let hits: { id: string; event: unknown }[];
  let statuses: number[];
  let lines: string[];

  beforeEach(async () => {
    hits = [];
    lines = [];
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const verified = await unwrapWebhook(Buffer.concat(chunks), request.headers, secret).catch(String);
      hits.push({ id: String(request.headers["webhook-id"]), event: verified });
      const status = statuses[hits.length - 1] ?? statuses.at(-1);
      if (!status) return void response.destroy();
      response.writeHead(status, status < 400 ? { location: "/elsewhere" } : {}).end("words");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
  });
  afterEach(() => void server.close());

  const send = (n: number) =>
    forward(event(n), { to: url, secret, print: (line) => lines.push(line), signal: stop.signal });
  const ends = () => lines.map((line) => line.replace(/^.* msg_\d+ {2}/, "").replaceAll(/ {2}(\d+ )?/g, " "));

  it("each event up to four times, then the next one; a redirect is not followed", async () => {
    // The server hangs up for 0.
    statuses = [500, 302, 0, 410, 204];
    expect([await send(1), await send(2)]).toEqual([false, true]);
    expect(hits.map(({ id }) => id)).toEqual(["msg_01", "msg_01", "msg_01", "msg_01", "msg_02"]);
    expect(hits[4]?.event).toEqual(event(2));
    expect(ends()).toEqual([
      "500 ms again in 1 s",
      "302 ms again in 2 s",
      "ECONNRESET ms again in 4 s",
      "410 ms given up after 4 attempts",
      "204 ms",
    ]);
  });

  it("after the machine slept between attempts, signed with the time after the sleep", async () => {
    statuses = [503, 204];
    const now = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => now() + (hits.length > 0 ? 8 * 3_600_000 : 0));
    expect(await send(1)).toBe(true);
    expect(hits.map((hit) => hit.event)).toEqual([event(1), event(1)]);
  });
});
