import { setTimeout as delay } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestErrorHours, requestHours, requestLog } from "@/drizzle/schema/request-log";
import { encodeId } from "@/server/kernel/schema";
import { createServices, type Services } from "@/server/kernel/services";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import { makeKey, makeKeys, makeLegacyKey, makeWorkspace, type TestKey } from "@/server/test/factories";
import { lockTable } from "@/server/test/lock-table";
import { testServices } from "@/server/test/services";
import { droppedRequestCount, flushRequestLog } from "./note";

let services: Services;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices();
  api = apiClient(services);
});
afterAll(() => services.close());

async function logged(workspaceId: string, by = services) {
  await flushRequestLog(by);
  return services.db
    .select()
    .from(requestLog)
    .where(eq(requestLog.workspaceId, workspaceId))
    .orderBy(requestLog.requestId);
}

async function keyed() {
  const workspace = await makeWorkspace(services);
  return { workspace, key: (await makeKeys(services, workspace)).admin };
}

const manyTimes = (count: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, work));

describe("what is logged", () => {
  it("200 logs a read: caller, request, duration", async () => {
    const { workspace, key } = await keyed();
    const answer = await api.get("/v2/departments", key, { "user-agent": "payroll/1.0" });
    const [row, ...more] = await logged(workspace.id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      requestId: answer.headers.get("x-request-id"),
      api: "v2",
      method: "GET",
      path: "/v2/departments",
      endpoint: "/v2/departments",
      status: 200,
      errorCode: null,
      error: null,
      keyKind: "key",
      keyId: key.id,
      ownerId: workspace.people.admin.id,
      actingUserId: null,
      isReplay: false,
      burstLeft: 49,
      userAgent: "payroll/1.0",
    });
    expect(row?.durationUs).toBeGreaterThan(0);
  });

  it("400 logs the error envelope's texts, and the names of the body's fields", async () => {
    const { workspace, key } = await keyed();
    const answer = await api.v2<Refused>("POST", "/v2/labels", { key, json: { nope: "top secret value" } });
    const [row] = await logged(workspace.id);
    const { code, description, resolution, details } = answer.body.error as Refused["error"] & {
      resolution: string;
    };
    expect(row).toMatchObject({ errorCode: code, error: { description, resolution, details } });
    expect(row?.bodyFields).toEqual(["nope"]);
    expect(JSON.stringify(row)).not.toContain("top secret value");
  });

  it("400 stores quotes, backslashes, braces and the word NULL unchanged", async () => {
    const { workspace, key } = await keyed();
    const awkward = 'a "b" \\c\\ {d,e} NULL';
    await api.v2<Refused>("POST", "/v2/labels", {
      key,
      json: { [awkward]: 1, NULL: 2 },
      headers: { "user-agent": awkward },
    });
    const [row] = await logged(workspace.id);
    expect(row).toMatchObject({ userAgent: awkward, bodyFields: [awkward, "NULL"] });
  });

  it("201 logs a write under an Idempotency-Key, its replay, and an operation", async () => {
    const { workspace, key } = await keyed();
    const headers = { "idempotency-key": "once-1" };
    const json = { name: "Nights", color: "3b82f6" };
    await api.v2("POST", "/v2/labels", { key, json, headers });
    await api.v2("POST", "/v2/labels", { key, json, headers });
    const accepted = await api.v2("POST", "/v2/departments", {
      key,
      json: { name: "Later" },
      headers: { prefer: "respond-async" },
    });
    const rows = await logged(workspace.id);
    expect(rows.map(({ status, isReplay }) => [status, isReplay])).toEqual(
      expect.arrayContaining([
        [201, false],
        [201, true],
        [accepted.status, false],
      ]),
    );
    expect(rows.filter(({ idempotencyKey }) => idempotencyKey === "once-1")).toHaveLength(2);
    const operation = accepted.headers.get("location")?.split("operation-")[1];
    expect(rows.find(({ status }) => status === 202)?.operationId ?? undefined).toBe(operation);
  });

  it("201 logs the acting user of a request on behalf of another person", async () => {
    const { workspace, key } = await keyed();
    const { user } = workspace.people;
    await api.v2("POST", "/v2/leaves", {
      key,
      json: { leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation) },
      headers: { "x-on-behalf-of": encodeId("user", user.id) },
    });
    expect((await logged(workspace.id))[0]).toMatchObject({ actingUserId: user.id });
  });

  it("401 a revoked key's request is logged in its workspace; an unknown key's in no workspace", async () => {
    const { workspace } = await keyed();
    const revoked = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId: workspace.people.user.id,
      revokedAt: services.clock(),
    });
    await api.get("/v2/departments", revoked);
    const [row] = await logged(workspace.id);
    expect(row).toMatchObject({ status: 401, errorCode: "UNAUTHORIZED", keyId: revoked.id, keyKind: "key" });
    expect(row?.ownerId).toBe(workspace.people.user.id);
  });

  it("404 an unknown path is logged under the presented key", async () => {
    const { workspace, key } = await keyed();
    await api.get("/v2/nowhere", key);
    expect(await logged(workspace.id)).toMatchObject([{ status: 404, endpoint: null, keyId: key.id }]);
  });

  it("keeps at most a hundred requests without a workspace per batch", async () => {
    const own = createServices(services.settings);
    await manyTimes(150, () => apiClient(own).get("/v2/stray"));
    await flushRequestLog(own);
    const rows = await services.db.select().from(requestLog).where(eq(requestLog.path, "/v2/stray"));
    expect(rows.length).toBeGreaterThanOrEqual(100);
    expect(rows.length + droppedRequestCount(own)).toBe(150);
    expect(rows[0]).toMatchObject({ status: 404, keyId: null });
    await own.close();
  });

  it("200 and 403 v1: by legacy key, including deleted ones", async () => {
    const { workspace } = await keyed();
    const legacy = await makeLegacyKey(services, workspace.id);
    await api.v1(`/v1/departments?key=${legacy.plain}&x=${legacy.plain}`, { key: legacy });
    await services.db.execute(sql`update legacy_keys set deleted_at = now() where id = ${legacy.id}`);
    await api.v1("/v1/departments", { key: legacy });
    const rows = await logged(workspace.id);
    expect(rows.map(({ status, api: version, keyId }) => [version, status, keyId])).toEqual([
      ["v1", 200, legacy.id],
      ["v1", 403, legacy.id],
    ]);
    expect(JSON.stringify(rows)).not.toContain(legacy.plain);
    expect(rows[0]?.query).toBe("key=[redacted]&x=[redacted]");
  });
});

describe("redaction", () => {
  it("no secret reaches the table, wherever a caller put it", async () => {
    const { workspace, key } = await keyed();
    const other = "svc_live_abcdefghijklmnopqrstuvwxyz012345abcdef";
    const token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2lnbmF0dXJl";
    await api.v2("GET", `/v2/${other}/x?api_key=topsecret1&q=${token}&nextToken=topsecret2`, {
      key,
      headers: { "user-agent": `curl Bearer ${other}`, cookie: "topsecret3" },
    });
    await api.v2("POST", "/v2/labels", {
      key,
      json: { name: "x", [other]: "topsecret4", "\u0000\ud800bad": 1 },
      headers: { "idempotency-key": other },
    });
    await flushRequestLog(services);
    const everything = JSON.stringify(
      await services.db.execute(sql`select to_jsonb(request_log) as row from request_log`),
    );
    expect(await logged(workspace.id)).toHaveLength(2);
    expect(everything).not.toContain(key.plain);
    expect(everything).not.toMatch(/topsecret|svc_live_a|eyJhbGci/);
  });
});

describe("under load", () => {
  it("loses nothing, and the counts equal the log", async () => {
    const { workspace } = await keyed();
    const owners = [workspace.people.admin.id, workspace.people.user.id];
    const keys: TestKey[] = [];
    for (let n = 0; n < 6; n++)
      keys.push(await makeKey(services, { workspaceId: workspace.id, ownerId: owners[n % 2] ?? "" }));
    const paths = ["/v2/leave-types", "/v2/nowhere", "/v2/departments"];
    await Promise.all(keys.flatMap((key) => paths.map((path) => manyTimes(70, () => api.get(path, key)))));
    await flushRequestLog(services);
    const rows = await logged(workspace.id);
    expect(rows).toHaveLength(6 * 3 * 70);
    expect(rows.filter(({ status }) => status === 429).length).toBeGreaterThan(0);

    const hours = await services.db
      .select()
      .from(requestHours)
      .where(eq(requestHours.workspaceId, workspace.id));
    for (const key of keys) {
      const own = rows.filter(({ keyId }) => keyId === key.id);
      const counted = hours.filter(({ keyId }) => keyId === key.id);
      const sum = (of: (hour: (typeof hours)[number]) => number) =>
        counted.reduce((total, hour) => total + of(hour), 0);
      const is = (of: (row: (typeof rows)[number]) => boolean) => own.filter(of).length;
      expect(sum((hour) => hour.successCount)).toBe(is(({ status }) => status < 400));
      expect(sum((hour) => hour.rateLimitedCount)).toBe(is(({ status }) => status === 429));
      expect(sum((hour) => hour.clientErrorCount)).toBe(
        is(({ status }) => status >= 400 && status < 500 && status !== 429),
      );
      // A busy machine refuses some with 503.
      expect(sum((hour) => hour.serverErrorCount)).toBe(is(({ status }) => status >= 500));
      expect(sum((hour) => (hour.latencyCounts ?? []).reduce((a, b) => a + b, 0))).toBe(own.length);
      expect(Math.min(...counted.map(({ lowestBurst }) => lowestBurst ?? 99))).toBe(0);
    }
    const errors = await services.db
      .select()
      .from(requestErrorHours)
      .where(eq(requestErrorHours.workspaceId, workspace.id));
    const refused = rows.filter(({ status }) => status >= 400);
    expect(errors.reduce((total, { count }) => total + count, 0)).toBe(refused.length);
    expect(
      errors
        .map(({ lastRequestId }) => lastRequestId)
        .sort()
        .at(-1),
    ).toBe(refused.at(-1)?.requestId);
  });

  it("a locked log neither slows nor fails any request; overflow is counted, the rest is written", async () => {
    const own = createServices(services.settings);
    const client = apiClient(own);
    const { workspace } = await keyed();
    const key = await makeKey(own, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
    const held = await lockTable("request_log");
    const startedAt = performance.now();
    const statuses = new Set<number>();
    // More than the memory buffer takes; the rate limit refuses most of them, which is logged as well.
    for (let n = 0; n < 11_000; n += 250)
      for (const { status } of await Promise.all(
        Array.from({ length: 250 }, () => client.get("/v2/labels", key)),
      ))
        statuses.add(status);
    expect([...statuses].sort()).toEqual([200, 429]);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    expect(droppedRequestCount(own)).toBeGreaterThan(0);
    await held.release();
    await flushRequestLog(own);
    await delay(50);
    await flushRequestLog(own);
    const rows = await logged(workspace.id, own);
    const [counts] = await services.db
      .select({ dropped: sql<number>`sum(${requestHours.droppedCount})::int` })
      .from(requestHours)
      .where(eq(requestHours.workspaceId, workspace.id));
    expect(counts?.dropped).toBe(droppedRequestCount(own));
    expect(rows.length + (counts?.dropped ?? 0)).toBe(11_000);
    await own.close();
    // Longer than the limit asserted above: 11,000 requests take half a minute while other work runs.
  }, 120_000);

  it("the shutdown writes what is still in memory", async () => {
    const own = createServices(services.settings);
    const { workspace, key } = await keyed();
    const made = await apiClient(own).v2<Single>("POST", "/v2/labels", {
      key,
      json: { name: "Last", color: "3b82f6" },
    });
    expect(made.status).toBe(201);
    await own.close();
    expect(await logged(workspace.id)).toHaveLength(1);
  });
});
