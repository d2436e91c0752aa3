import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { labels } from "@/drizzle/schema/directory";
import { events } from "@/drizzle/schema/events";
import { idempotencyKeys } from "@/drizzle/schema/operations";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { hour, minute } from "@/server/kernel/time/clock";
import { type ApiRequest, apiClient, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { lockTable } from "@/server/test/lock-table";
import { daily } from "@/server/test/notification-kit";
import { dailyReport } from "@/server/test/report-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { deleteOldIdempotencyKeys } from "./sweep";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

const blue = { name: "Blue", color: "0000ff" };
const replayed = (answer: { headers: Headers }) => answer.headers.get("idempotent-replayed");
const codeOf = (body: unknown) => (body as Refused).error?.code;

const post = (idempotencyKey: string, json: unknown, given: ApiRequest & { url?: string } = {}) =>
  api.v2<Single<{ id: string }>>("POST", given.url ?? "/v2/labels", {
    key: keys.admin,
    ...(given.body === undefined && { json }),
    ...given,
    headers: { "idempotency-key": idempotencyKey, ...given.headers },
  });

async function labelCount(): Promise<number> {
  const [row] = await services.db
    .select({ count: sql<number>`count(*)::int` })
    .from(labels)
    .where(and(eq(labels.workspaceId, workspace.id), eq(labels.name, "Blue")));
  return row?.count ?? 0;
}

describe("one effect", () => {
  const same = () => post("k", blue);

  it("of 100 while the first runs, one makes the label and 99 get 409", async () => {
    const held = await lockTable("labels");
    let answered = 0;
    const send = () => {
      const answer = same();
      void answer.then(() => answered++);
      return answer;
    };
    const sent = Array.from({ length: 50 }, send);
    await held.waiting(1);
    await expect.poll(() => answered, { timeout: 10_000 }).toBe(49);
    // The API key's bucket has a capacity of 50, and all of them are spent.
    clock.pass(5000);
    sent.push(...Array.from({ length: 50 }, send));
    await expect.poll(() => answered, { timeout: 10_000 }).toBe(99);
    await held.release();
    const answers = await Promise.all(sent);
    expect(answers.filter(({ status }) => status === 201).map(replayed)).toEqual([null]);
    const others = answers.filter(({ status }) => status !== 201).map(({ body }) => codeOf(body));
    expect(others).toEqual(Array(99).fill("IDEMPOTENCY_REQUEST_IN_PROGRESS"));
    expect(await labelCount()).toBe(1);
  });

  it("of 50 in a race, one makes the label; the others get 409 or its answer", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, same));
    const kinds = answers.map((answer) =>
      answer.status === 409 ? codeOf(answer.body) : `${answer.status} ${replayed(answer)}`,
    );
    expect(kinds.filter((kind) => kind === "201 null")).toHaveLength(1);
    const rest = kinds.filter((kind) => kind !== "201 null" && kind !== "201 true");
    expect(new Set(rest)).toEqual(new Set(rest.length > 0 ? ["IDEMPOTENCY_REQUEST_IN_PROGRESS"] : []));
    expect(await labelCount()).toBe(1);
  });

  it("the stored answer is read after the lock was requested, in a statement that sees the last holder's writes", async () => {
    const sent: string[] = [];
    const watched = await testServices({ clock, onStatement: (_, text) => sent.push(text) });
    const statements = async () => {
      sent.length = 0;
      const answer = await apiClient(watched).v2("POST", "/v2/labels", {
        key: keys.admin,
        json: blue,
        headers: { "idempotency-key": "in-order" },
      });
      const order = ["pg_try_advisory_xact_lock", 'from "idempotency_keys"', 'insert into "labels"'];
      const at = order.map((part) => sent.findIndex((text) => text.includes(part)));
      return { replayed: replayed(answer), at };
    };
    const first = await statements();
    expect(first.at).toEqual(first.at.toSorted((a, b) => a - b));
    expect(first.at).not.toContain(-1);
    const { replayed: again, at } = await statements();
    expect([again, at[2]]).toEqual(["true", -1]);
    await watched.close();
  });

  it("201 again with the same answer, marked, with current limits and its own request id", async () => {
    const first = await post("k", blue);
    const again = await post("k", blue);
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect([replayed(first), replayed(again)]).toEqual([null, "true"]);
    expect(again.headers.get("ratelimit")).not.toBe(first.headers.get("ratelimit"));
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(await labelCount()).toBe(1);
  });

  it("204 again after a delete", async () => {
    const url = `/v2/labels/${encodeId("label", workspace.labels.unused)}`;
    const headers = { "idempotency-key": "k" };
    const send = () => api.v2("DELETE", url, { key: keys.admin, headers });
    const answers = [await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(answers.map(replayed)).toEqual([null, "true"]);
  });

  it("409 at once while the first runs, and its answer afterwards", async () => {
    const held = await lockTable("labels");
    const first = post("k", blue);
    await held.waiting(1);
    const second = await post("k", blue);
    expect([second.status, codeOf(second.body)]).toEqual([409, "IDEMPOTENCY_REQUEST_IN_PROGRESS"]);
    await held.release();
    expect((await first).status).toBe(201);
    expect(replayed(await post("k", blue))).toBe("true");
  });

  it("the same key of another API key is another key", async () => {
    const other = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
    await post("k", blue);
    const second = await post("k", { ...blue, name: "Green" }, { key: other });
    expect([second.status, replayed(second)]).toEqual([201, null]);
  });

  it("writes no second event", async () => {
    const zoe = { name: "Zoë", email: "zoe@example.com" };
    for (let i = 0; i < 3; i++) await post("k", zoe, { url: "/v2/users" });
    expect(await services.db.select().from(events).where(eq(events.workspaceId, workspace.id))).toHaveLength(
      1,
    );
  });
});

describe("what makes two requests equal", () => {
  const asIs = (body: string): ApiRequest => ({ body, headers: { "content-type": "application/json" } });

  it("201 replayed whatever the order of keys and white space", async () => {
    await post("k", blue);
    const again = await post("k", undefined, asIs('{ "color" : "0000ff",\n "n\\u0061me":"Blue" }'));
    expect([again.status, replayed(again)]).toEqual([201, "true"]);
  });

  it("201 replayed with the parameters of the query in another order", async () => {
    await post("k", blue, { url: "/v2/labels?a=1&b=2" });
    expect(replayed(await post("k", blue, { url: "/v2/labels?b=2&a=1" }))).toBe("true");
  });

  it("422 for another body, path, method, query or acting user; the first answer stays", async () => {
    await post("k", blue);
    const path = `/v2/labels/${encodeId("label", workspace.labels.unused)}`;
    const others = await Promise.all([
      post("k", { ...blue, color: "0000fe" }),
      post("k", blue, { url: "/v2/labels?a=1" }),
      post("k", { name: "Sales 2" }, { url: "/v2/departments" }),
      api.v2("PATCH", path, { key: keys.admin, json: blue, headers: { "idempotency-key": "k" } }),
    ]);
    for (const { status, body } of others)
      expect([409, 422].includes(status) && codeOf(body)).toMatch(/^IDEMPOTENCY_/);
    const acting = { "x-on-behalf-of": encodeId("user", workspace.people.locationAdmin.id) };
    expect(codeOf((await post("k", blue, { headers: acting })).body)).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(codeOf((await post("k", { ...blue, color: "0000fe" })).body)).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(codeOf((await post("k", blue, { url: "/v2/labels?a=1" })).body)).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(replayed(await post("k", blue))).toBe("true");
  });

  it("201 replayed when X-On-Behalf-Of names the key's owner", async () => {
    await post("k", blue);
    const oneself = { "x-on-behalf-of": encodeId("user", workspace.people.admin.id) };
    expect(replayed(await post("k", blue, { headers: oneself }))).toBe("true");
  });
});

describe("which answers are stored", () => {
  it("404, 409 and 403 of the work are replayed with the request id that they name", async () => {
    const unknown = `/v2/labels/${encodeId("label", newId())}`;
    const patch = (key: string) =>
      api.v2("PATCH", unknown, { key: keys.admin, json: blue, headers: { "idempotency-key": key } });
    const acting = { "x-on-behalf-of": encodeId("user", workspace.people.user.id) };
    const sends = [
      () => patch("missing"),
      () => post("taken", { ...blue, name: "Remote" }),
      () => post("forbidden", blue, { headers: acting }),
    ];
    for (const [index, send] of sends.entries()) {
      const [first, again] = [await send(), await send()];
      expect([first.status, again.status]).toEqual([[404, 409, 403][index], [404, 409, 403][index]]);
      expect([replayed(first), replayed(again)]).toEqual([null, "true"]);
      expect(again.text).toBe(first.text);
      expect(again.headers.get("x-request-id")).toBe((again.body as unknown as Refused).error.requestId);
    }
  });

  it("409 stays the answer after its cause is gone", async () => {
    await post("k", { ...blue, name: "Remote" });
    await services.db
      .delete(labels)
      .where(and(eq(labels.workspaceId, workspace.id), eq(labels.name, "Remote")));
    expect(replayed(await post("k", { ...blue, name: "Remote" }))).toBe("true");
  });

  it("400 is not stored: the corrected request is a new one", async () => {
    expect((await post("k", { name: "Blue" })).status).toBe(400);
    const corrected = await post("k", blue);
    expect([corrected.status, replayed(corrected)]).toEqual([201, null]);
  });

  it("400 of the work is not stored either", async () => {
    const url = "/v2/departments";
    const bad = { name: "New", parentId: encodeId("department", newId()) };
    expect((await post("k", bad, { url })).status).toBe(400);
    expect((await post("k", { name: "New" }, { url })).status).toBe(201);
  });

  it("401 and 429 are not stored", async () => {
    expect((await post("k", blue, { key: "svc_live_nothing" })).status).toBe(401);
    for (let i = 0; i < 50; i++) await api.get("/v2/labels", keys.admin);
    expect((await post("k", blue)).status).toBe(429);
    clock.pass(minute);
    const after = await post("k", blue);
    expect([after.status, replayed(after)]).toEqual([201, null]);
  });
});

describe("the header", () => {
  it("400 when malformed, whatever else is wrong with the request", async () => {
    for (const key of ["", "x".repeat(256), "a\tb", "clé"]) {
      const refused = await post(key, blue);
      expect([refused.status, codeOf(refused.body)]).toEqual([400, "INVALID_IDEMPOTENCY_KEY"]);
    }
    expect(await labelCount()).toBe(0);
  });

  it("201 with 1 and with 255 printable characters", async () => {
    for (const key of ["!", `a b${"~".repeat(252)}`])
      expect((await post(key, { ...blue, name: key.slice(0, 3) })).status).toBe(201);
  });
});

describe("24 hours", () => {
  it("the answer is replayed for 24 hours and no longer", async () => {
    await post("k", blue);
    clock.pass(24 * hour - 1);
    expect(replayed(await post("k", blue))).toBe("true");
    clock.pass(1);
    const anew = await post("k", { ...blue, name: "Green" });
    expect([anew.status, replayed(anew)]).toEqual([201, null]);
    expect(replayed(await post("k", { ...blue, name: "Green" }))).toBe("true");
  });

  it("the sweep deletes expired rows, however many, and leaves the rest", async () => {
    await post("old", blue);
    clock.pass(24 * hour);
    await post("new", { ...blue, name: "Green" });
    expect(await deleteOldIdempotencyKeys(services)).toBeGreaterThanOrEqual(1);
    const left = await services.db
      .select({ key: idempotencyKeys.key })
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.workspaceId, workspace.id));
    expect(left).toEqual([{ key: "new" }]);
  });
});

it("the stored body is sealed", async () => {
  await post("k", blue);
  const [row] = await services.db
    .select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.workspaceId, workspace.id));
  expect(row?.body?.toString()).not.toContain("Blue");
});

describe("400, never 500, for valid JSON that cannot be stored", () => {
  const values: [string, string][] = [
    ["a NUL", '{"name":"\\u0000"}'],
    ["a field called NUL", '{"\\u0000":1}'],
    ["half a surrogate pair", '{"name":"\\ud800"}'],
    ["a field called by half a surrogate pair", '{"\\ud800":1}'],
    ["a number that is too large", '{"hour":1e400}'],
    ["something deep", `{"name":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ];
  const ways = [
    ["an Idempotency-Key", { "idempotency-key": "k" }],
    ["respond-async", { prefer: "respond-async" }],
  ] as const;

  it.each(ways)("with %s, on every path that takes a body", async (_, headers) => {
    const { body: made } = await api.v2<Single<{ id: string }>>("POST", "/v2/notifications", {
      key: keys.admin,
      json: daily,
    });
    const { body: report } = await api.v2<Single<{ id: string }>>("POST", "/v2/scheduled-reports", {
      key: keys.admin,
      json: dailyReport,
    });
    const targets = [
      ["POST", "/v2/labels"],
      ["POST", "/v2/notifications"],
      ["PATCH", `/v2/notifications/${made.data.id}`],
      ["PATCH", `/v2/scheduled-reports/${report.data.id}`],
      ["PATCH", `/v2/users/${encodeId("user", workspace.people.user.id)}`],
    ] as const;
    for (const [method, path] of targets)
      for (const [what, body] of values) {
        clock.pass(1000);
        const answer = await api.v2(method, path, {
          key: keys.admin,
          body,
          headers: { "content-type": "application/json", ...headers },
        });
        expect([answer.status, codeOf(answer.body)], `${method} ${path}: ${what}`).toEqual([
          400,
          "VALIDATION_ERROR",
        ]);
      }
  });
});
