import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ConflictError,
  ConnectionFailedError,
  InternalError,
  QuotaExceededError,
  TimeawayError,
  UnexpectedAnswerError,
  ValidationError,
} from "../src/index.js";
import { cut, html, hungUp, json, left, refusal, type StandIn, standIn } from "./stand-in";

let stand: StandIn;
// Backoff is random: with a zero draw, tests of retries are quick.
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
afterEach(async () => {
  vi.restoreAllMocks();
  await stand.close();
});

const label = { id: "label-1", name: "Remote", color: null, userCount: 0 };
const keysOf = ({ received }: StandIn) => received.map(({ headers }) => headers["idempotency-key"]);
const thrown = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "nothing",
    (error: unknown) => error,
  );

describe("retried", () => {
  it.each([
    ["a connection that is hung up", hungUp],
    ["a response cut in the middle", cut],
    ["500", json(500, refusal("INTERNAL_ERROR"))],
    ["503", json(503, refusal("SERVICE_UNAVAILABLE"))],
    ["502 of a proxy, in HTML", html(502)],
    ["429 RATE_LIMITED", json(429, refusal("RATE_LIMITED"), left(0))],
    ["409 IDEMPOTENCY_REQUEST_IN_PROGRESS", json(409, refusal("IDEMPOTENCY_REQUEST_IN_PROGRESS"))],
  ])("%s: a write, with the same key, and one answer", async (_, fault) => {
    stand = await standIn([fault, fault, json(201, { data: label })]);
    expect(await stand.timeaway.labels.create({ name: "Remote", color: "0000ff" })).toEqual(label);
    const keys = keysOf(stand);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it("at most five times, or up to the given maximum", async () => {
    stand = await standIn([json(500, refusal("INTERNAL_ERROR"))]);
    const error = await thrown(stand.timeaway.labels.get("label-1"));
    expect(error).toBeInstanceOf(InternalError);
    expect(error).toMatchObject({ requestId: "req_1", status: 500, name: "InternalError" });
    expect(stand.received).toHaveLength(5);
    await stand.close();
    stand = await standIn([hungUp], { maxAttempts: 2 });
    expect(await thrown(stand.timeaway.labels.get("label-1"))).toBeInstanceOf(ConnectionFailedError);
    expect(stand.received).toHaveLength(2);
  });

  it("after a random wait up to 500 ms times two to the attempt, 30 s at most", async () => {
    const waits = vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms = 0) => {
      drawn.push(ms);
      queueMicrotask(work);
      return 0;
    }) as never);
    const drawn: number[] = [];
    vi.spyOn(Math, "random").mockReturnValue(0.999999);
    stand = await standIn([hungUp], { maxAttempts: 8, fetch: () => Promise.reject(new Error("no")) });
    await thrown(stand.timeaway.labels.get("label-1"));
    waits.mockRestore();
    expect(drawn.map(Math.round)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });
});

describe("not retried", () => {
  it("429 QUOTA_EXCEEDED", async () => {
    stand = await standIn([json(429, refusal("QUOTA_EXCEEDED"))]);
    expect(await thrown(stand.timeaway.labels.get("label-1"))).toBeInstanceOf(QuotaExceededError);
    expect(stand.received).toHaveLength(1);
  });

  it("a write without a key after a fault; but a rate-limited write is", async () => {
    const webhook = { url: "https://hooks.example.com/leave", events: ["leave.approved" as const] };
    stand = await standIn([hungUp]);
    expect(await thrown(stand.timeaway.webhooks.create(webhook))).toBeInstanceOf(ConnectionFailedError);
    expect(keysOf(stand)).toEqual([undefined]);
    await stand.close();
    stand = await standIn([json(429, refusal("RATE_LIMITED")), json(201, { data: {} })]);
    await stand.timeaway.webhooks.create(webhook);
    expect(keysOf(stand)).toEqual([undefined, undefined]);
  });

  it("409 CONFLICT", async () => {
    stand = await standIn([json(409, refusal("CONFLICT"))]);
    expect(await thrown(stand.timeaway.leaves.approve("leave-1"))).toBeInstanceOf(ConflictError);
    expect(stand.received).toHaveLength(1);
  });

  it("200 in HTML: says that it is not the API's", async () => {
    stand = await standIn([html(200)]);
    const error = await thrown(stand.timeaway.labels.get("label-1"));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ status: 200, body: "<html>Bad gateway</html>" });
    expect(String(error)).toContain("The answer is not the API's: status 200, text/html.");
    expect(stand.received).toHaveLength(1);
  });

  it("a redirect: the key is sent nowhere else", async () => {
    stand = await standIn([
      (response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    ]);
    expect(await thrown(stand.timeaway.labels.get("label-1"))).toMatchObject({ status: 302 });
    expect(stand.received).toHaveLength(1);
  });

  it("a call that its signal aborts, also while it waits", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.9);
    stand = await standIn([hungUp]);
    const stop = new AbortController();
    const call = thrown(stand.timeaway.labels.get("label-1", { signal: stop.signal }));
    while (stand.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const reason = new Error("enough");
    stop.abort(reason);
    expect(await call).toBe(reason);
    expect(stand.received).toHaveLength(1);
  });
});

it("400: fields, code and class; the message names each fault", async () => {
  const details = {
    fields: [{ path: "nextToken", message: "Must be the nextToken of this list." }],
    more: 1,
  };
  stand = await standIn([json(400, refusal("VALIDATION_ERROR", { details }))]);
  const error = await thrown(stand.timeaway.users.list({ nextToken: "old" }));
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({
    fields: details.fields,
    code: "VALIDATION_ERROR",
    resolution: "Do it.",
    details,
  });
  expect(String(error)).toBe(
    "ValidationError: VALIDATION_ERROR. nextToken: Must be the nextToken of this list.",
  );
});

it("418: an unknown code is a TimeawayError that has it", async () => {
  stand = await standIn([json(418, refusal("TEAPOT"))]);
  const error = await thrown(stand.timeaway.labels.get("label-1"));
  expect(error).toBeInstanceOf(TimeawayError);
  expect(error).toMatchObject({ code: "TEAPOT", status: 418, name: "TeapotError" });
});

it("a caller's own key and on-behalf-of user are sent unchanged", async () => {
  stand = await standIn([json(200, { data: {} })]);
  await stand.timeaway.leaves.approve("leave-1", {}, { idempotencyKey: "mine", onBehalfOf: "user-1" });
  expect(stand.received[0]?.headers).toMatchObject({ "idempotency-key": "mine", "x-on-behalf-of": "user-1" });
});

it("an ID that is a path is not sent", async () => {
  stand = await standIn([json(200, { data: {} })]);
  for (const id of ["", "..", "a/b", "a?b"])
    expect(() => stand.timeaway.users.get(id)).toThrow("is not an ID");
  expect(stand.received).toEqual([]);
});
