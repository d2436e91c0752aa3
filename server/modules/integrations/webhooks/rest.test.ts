import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { idempotencyKeys } from "@/drizzle/schema/operations";
import { users } from "@/drizzle/schema/people";
import { eventTypes } from "@/drizzle/schema/values";
import { webhookDeliveries, webhooks } from "@/drizzle/schema/webhooks";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day, hour } from "@/server/kernel/time/clock";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import {
  answering,
  deliveriesOf,
  forgetDeliveries,
  makeDeliveries,
  makeWebhook,
  onlyDelivery,
  type Receiver,
  receiver,
  sendDue,
  webhookRow,
} from "@/server/test/webhook-kit";

interface Wire {
  webhookId: string;
  secret: string;
  secretPrefix: string;
  status: string;
  pausedReason: string | null;
  events: string[];
  url: string;
  description: string | null;
  lastDelivery: { id: string; status: string; eventType: string; attempts: number } | null;
}

const clock = standingClock();
let services: Services;
let api: ReturnType<typeof apiClient>;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let target: Receiver;

const bare = (id: string) => id.slice(id.indexOf("-") + 1);
const post = <T = Single<Wire>>(
  path: string,
  key: TestKey,
  json?: unknown,
  headers?: Record<string, string>,
) => api.v2<T>("POST", path, { key, ...(json !== undefined && { json }), ...(headers && { headers }) });
const create = (key: TestKey, more: object = {}) =>
  post("/v2/webhooks", key, { url: target.url, events: ["leave.approved"], ...more });
const made = async (key: TestKey, more: object = {}) => (await create(key, more)).body.data;

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  target = await receiver(services);
});
afterAll(async () => {
  await target.close();
  await services.close();
});
beforeEach(async () => {
  // Due deliveries of other tests must not be sent in this one.
  await forgetDeliveries(services);
  target.hits.length = 0;
  target.answer = answering(204);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

describe("POST /v2/webhooks", () => {
  it("201 with every field and the secret", async () => {
    const { status, body } = await create(keys.user, { description: "Payroll" });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      url: target.url,
      description: "Payroll",
      events: ["leave.approved"],
      status: "active",
      pausedReason: null,
      pausedAt: null,
      revokedAt: null,
      revocationReason: null,
      ownerId: encodeId("user", workspace.people.user.id),
      lastDelivery: null,
      createdAt: clock().toISOString(),
      updatedAt: clock().toISOString(),
    });
    expect(body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(body.data.secretPrefix).toBe(body.data.secret.slice(0, 12));
  });

  it("201 queues webhook.test in the same transaction", async () => {
    const { webhookId } = await made(keys.user);
    expect(await onlyDelivery(services, bare(webhookId))).toMatchObject({
      eventType: "webhook.test",
      status: "pending",
      nextAttemptAt: clock(),
    });
    await sendDue(services);
    expect(target.hits).toHaveLength(1);
    expect(JSON.parse(target.hits[0]?.body ?? "")).toMatchObject({
      type: "webhook.test",
      data: { webhookId },
    });
  });

  it("201 stores the secret only encrypted", async () => {
    const { webhookId, secret } = await made(keys.user);
    const row = await webhookRow(services, bare(webhookId));
    const plain = Buffer.from(secret.slice(6), "base64");
    expect(row.secret.includes(plain)).toBe(false);
    expect(JSON.stringify(row)).not.toContain(secret.slice(12));
  });

  it("201 ignores Idempotency-Key, even a malformed one, and X-On-Behalf-Of", async () => {
    const json = { url: target.url, events: ["leave.approved"] };
    const headers = {
      "idempotency-key": "again",
      "x-on-behalf-of": encodeId("user", workspace.people.northSeller.id),
    };
    const first = await post("/v2/webhooks", keys.user, json, headers);
    const second = await post("/v2/webhooks", keys.user, json, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get("idempotent-replayed")).toBeNull();
    expect(second.body.data.webhookId).not.toBe(first.body.data.webhookId);
    expect(second.body.data).toMatchObject({ ownerId: encodeId("user", workspace.people.user.id) });
    const long = await post("/v2/webhooks", keys.user, json, { "idempotency-key": "x".repeat(300) });
    expect(long.status).toBe(201);
  });

  it("201 with a description of 200 characters, null or none; events once each", async () => {
    const long = "🌴".repeat(200);
    expect((await made(keys.user, { description: long })).description).toBe(long);
    expect((await made(keys.user, { description: null })).description).toBeNull();
    const twice = await made(keys.user, { events: ["user.updated", "leave.approved", "user.updated"] });
    expect(twice.events).toEqual(["user.updated", "leave.approved"]);
  });

  it("201 for all ten events, by every role", async () => {
    for (const role of ["admin", "locationAdmin", "approver", "user"] as const)
      expect((await create(keys[role], { events: eventTypes })).status).toBe(201);
  });

  it.each([
    ["a missing url", { events: ["leave.approved"] }, ["url"]],
    ["missing events", { url: "https://example.com/" }, ["events"]],
    ["nothing", {}, ["url", "events"]],
    ["a url of another type", { url: 5, events: ["leave.approved"] }, ["url"]],
    ["null", { url: null, events: null }, ["url", "events"]],
    ["events as text", { url: "https://example.com/", events: "leave.approved" }, ["events"]],
    ["an event of another type", { url: "https://example.com/", events: [1] }, ["events.0"]],
    [
      "an unknown field",
      { url: "https://example.com/", events: ["leave.approved"], secret: "x" },
      ["secret"],
    ],
    [
      "__proto__",
      JSON.parse('{"url":"https://example.com/","events":["leave.approved"],"__proto__":{}}'),
      ["__proto__"],
    ],
    [
      "a long description",
      { url: "https://example.com/", events: ["leave.approved"], description: "x".repeat(201) },
      ["description"],
    ],
    [
      "a description with NUL",
      { url: "https://example.com/", events: ["leave.approved"], description: "a\u0000" },
      ["description"],
    ],
    [
      "half a surrogate",
      { url: "https://example.com/", events: ["leave.approved"], description: "\ud800" },
      ["description"],
    ],
    [
      "a url that is not well-formed and a wrong description",
      { url: "nonsense", events: [], description: 1 },
      ["description"],
    ],
  ])("400 VALIDATION_ERROR for %s", async (_name, json, paths) => {
    const { status, body } = await post<Refused>("/v2/webhooks", keys.user, json);
    expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.error.details?.fields?.map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    "",
    "nonsense",
    "example.com/hook",
    "/hook",
    "http://example.com/hook",
    "ftp://example.com/",
    "https://",
    "https:example.com",
    "https:\\\\example.com",
    "https://user:pass@example.com/",
    "https://@example.com/",
    " https://example.com/",
    "https://exa\nmple.com/",
    "https://localhost/",
    "https://localhost.:8443/",
    "https://intranet/",
    "https://printer.local/",
    "https://db.internal/",
    "https://nowhere.invalid/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0177.0.0.1/",
    "https://0x7f.1/",
    "https://\uff11\uff12\uff17.0.0.1/",
    "https://127\u30020.0.1/",
    "https://10.1.2.3/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://168.63.129.16/",
    "https://192.168.1.1:8443/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fd00:ec2::254]/",
    "https://[::7f00:1]/",
    "https://example.com:0/",
    "https://example.com:99999/",
    `https://example.com/${"x".repeat(2048)}`,
  ])("400 WEBHOOK_URL_INVALID for %j", async (url) => {
    const { status, body } = await post<Refused>("/v2/webhooks", keys.user, {
      url,
      events: ["leave.approved"],
    });
    expect([status, body.error.code]).toEqual([400, "WEBHOOK_URL_INVALID"]);
    expect(body.error.details?.fields?.[0]?.path).toBe("url");
  });

  it.each([
    "https://example.com",
    "https://EXAMPLE.com:8443/a?b=c#d",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/x",
    "https://bücher.example/",
  ])("201 for %s", async (url) => {
    expect((await made(keys.user, { url })).url).toBe(url);
  });

  it.each([
    ["none", []],
    ["an unknown one", ["leave.approved", "leave.eaten"]],
    ["webhook.test", ["webhook.test"]],
    ["another case", ["LEAVE.APPROVED"]],
  ])("400 WEBHOOK_EVENTS_INVALID for %s", async (_name, events) => {
    const { status, body } = await create(keys.user, { events });
    expect([status, (body as unknown as Refused).error.code]).toEqual([400, "WEBHOOK_EVENTS_INVALID"]);
  });

  it("400 INVALID_REQUEST_BODY without a body, and for one that is not an object", async () => {
    const none = await post<Refused>("/v2/webhooks", keys.user);
    expect([none.status, none.body.error.code]).toEqual([400, "INVALID_REQUEST_BODY"]);
    const list = await post<Refused>("/v2/webhooks", keys.user, []);
    expect([list.status, list.body.error.code]).toEqual([400, "INVALID_REQUEST_BODY"]);
  });

  it("403 WEBHOOK_EVENTS_NOT_ALLOWED for an event beyond the key's scopes", async () => {
    const ownerId = workspace.people.admin.id;
    const key = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId,
      scopes: ["webhooks:write", "leaves:read"],
    });
    const { status, body } = await post<Refused>("/v2/webhooks", key, {
      url: target.url,
      events: ["leave.approved", "user.created"],
    });
    expect([status, body.error.code]).toEqual([403, "WEBHOOK_EVENTS_NOT_ALLOWED"]);
    expect(body.error.details?.requiredScopes).toEqual(["users:read"]);
    expect((await create(key)).status).toBe(201);
  });

  it("403 INSUFFICIENT_SCOPE with webhooks:read only, FORBIDDEN when the owner is deleted", async () => {
    const ownerId = workspace.people.user.id;
    const key = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId,
      scopes: ["webhooks:read", "leaves:read"],
    });
    const refused = (await create(key)) as unknown as { status: number; body: Refused };
    expect([refused.status, refused.body.error.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, ownerId));
    const gone = (await create(keys.user)) as unknown as { status: number; body: Refused };
    expect([gone.status, gone.body.error.code]).toEqual([403, "FORBIDDEN"]);
  });
});

describe("reads", () => {
  it("200 administrators see every webhook of the company, others their own; never a secret", async () => {
    const mine = await made(keys.user);
    const theirs = await made(keys.approver);
    await made((await makeKeys(services, await makeWorkspace(services))).admin);
    const asAdmin = await api.get<Listed<Wire>>("/v2/webhooks", keys.admin);
    expect(asAdmin.body.data.map(({ webhookId }) => webhookId)).toEqual([theirs.webhookId, mine.webhookId]);
    const asUser = await api.get<Listed<Wire>>("/v2/webhooks", keys.user);
    expect(asUser.body.data.map(({ webhookId }) => webhookId)).toEqual([mine.webhookId]);
    for (const text of [asAdmin.text, (await api.get(`/v2/webhooks/${mine.webhookId}`, keys.user)).text])
      expect(text).not.toContain(mine.secret.slice(12));
    expect(asAdmin.text).not.toContain('"secret"');
  });

  it("200 pages of the list stay consistent while webhooks are added", async () => {
    const all: string[] = [];
    for (let i = 0; i < 5; i++) all.unshift((await made(keys.user)).webhookId);
    const first = await api.get<Listed<Wire>>("/v2/webhooks?limit=2", keys.user);
    await made(keys.user);
    const seen = first.body.data.map(({ webhookId }) => webhookId);
    for (let token = first.body.nextToken; token; ) {
      const page = await api.get<Listed<Wire>>(
        `/v2/webhooks?limit=2&nextToken=${encodeURIComponent(token)}`,
        keys.user,
      );
      seen.push(...page.body.data.map(({ webhookId }) => webhookId));
      token = page.body.nextToken;
    }
    expect(seen).toEqual(all);
  });

  it("200 the default limit is 25; 400 for limits beyond 1 to 100 and for a wrong nextToken", async () => {
    for (let i = 0; i < 26; i++) await makeWebhook(services, workspace.people.user, { url: target.url });
    const page = await api.get<Listed<Wire>>("/v2/webhooks", keys.user);
    expect(page.body.data).toHaveLength(25);
    expect((await api.get<Listed<Wire>>("/v2/webhooks?limit=100", keys.user)).body.data).toHaveLength(26);
    for (const query of ["limit=0", "limit=101", "limit=x", "nextToken=nonsense", "limit=1&limit=2"]) {
      const { status, body } = await api.get<Refused>(`/v2/webhooks?${query}`, keys.user);
      expect([query, status, body.error.code]).toEqual([query, 400, "VALIDATION_ERROR"]);
    }
  });

  it("200 get has lastDelivery, the newest one, with its current status", async () => {
    const { webhookId } = await made(keys.user);
    const path = `/v2/webhooks/${webhookId}`;
    const before = (await api.get<Single<Wire>>(path, keys.user)).body.data.lastDelivery;
    expect(before).toMatchObject({
      status: "pending",
      attempts: 0,
      attemptedAt: null,
      httpStatus: null,
      error: null,
    });
    await sendDue(services);
    const after = (await api.get<Single<Wire>>(path, keys.user)).body.data.lastDelivery;
    expect(after).toMatchObject({
      eventType: "webhook.test",
      status: "succeeded",
      attempts: 1,
      httpStatus: 204,
      attemptedAt: clock().toISOString(),
      nextAttemptAt: null,
      error: null,
    });
  });

  it("404 WEBHOOK_NOT_FOUND for an unknown, a malformed and another user's id, on every path", async () => {
    const { webhookId } = await made(keys.approver);
    for (const id of [
      webhookId,
      encodeId("webhook", workspace.id),
      "nonsense",
      encodeId("leave", workspace.id),
    ]) {
      const base = `/v2/webhooks/${id}`;
      const delivery = `${base}/deliveries/${encodeId("delivery", workspace.id)}`;
      const answers = await Promise.all([
        api.get<Refused>(base, keys.user),
        api.get<Refused>(`${base}/deliveries`, keys.user),
        api.get<Refused>(delivery, keys.user),
        api.v2<Refused>("PATCH", base, { key: keys.user, json: { description: "x" } }),
        api.v2<Refused>("DELETE", base, { key: keys.user }),
        ...["rotate-secret", "pause", "resume", "test"].map((verb) =>
          post<Refused>(`${base}/${verb}`, keys.user),
        ),
        post<Refused>(`${delivery}/redeliver`, keys.user),
      ]);
      for (const { status, body } of answers)
        expect([id, status, body.error.code]).toEqual([id, 404, "WEBHOOK_NOT_FOUND"]);
    }
    expect((await api.get(`/v2/webhooks/${webhookId}`, keys.admin)).status).toBe(200);
  });
});

describe("PATCH /v2/webhooks/{id}", () => {
  const patch = (key: TestKey, id: string, json: object) =>
    api.v2<Single<Wire> & Refused>("PATCH", `/v2/webhooks/${id}`, { key, json });

  it("200 changes the given fields and keeps the rest", async () => {
    const { webhookId } = await made(keys.user, { description: "Payroll" });
    clock.pass(1000);
    const { status, body } = await patch(keys.user, webhookId, { events: ["user.updated"] });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      events: ["user.updated"],
      url: target.url,
      description: "Payroll",
      updatedAt: clock().toISOString(),
    });
    expect((await patch(keys.user, webhookId, { description: null })).body.data.description).toBeNull();
  });

  it.each([
    [{ url: 5 }, "VALIDATION_ERROR"],
    [{ events: "x" }, "VALIDATION_ERROR"],
    [{ status: "paused" }, "VALIDATION_ERROR"],
    [{}, "VALIDATION_ERROR"],
    [{ url: "https://127.0.0.1/" }, "WEBHOOK_URL_INVALID"],
    [{ url: "" }, "WEBHOOK_URL_INVALID"],
    [{ events: [] }, "WEBHOOK_EVENTS_INVALID"],
    [{ events: ["webhook.test"] }, "WEBHOOK_EVENTS_INVALID"],
  ])("400 for %j", async (json, code) => {
    const { webhookId } = await made(keys.user);
    const { status, body } = await patch(keys.user, webhookId, json);
    expect([status, body.error.code]).toEqual([400, code]);
  });

  it("403 WEBHOOK_EVENTS_NOT_ALLOWED by the scopes of the calling key", async () => {
    const { webhookId } = await made(keys.user);
    const ownerId = workspace.people.user.id;
    const key = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId,
      scopes: ["webhooks:write", "leaves:read"],
    });
    const { status, body } = await patch(key, webhookId, { events: ["user.created"] });
    expect([status, body.error.code]).toEqual([403, "WEBHOOK_EVENTS_NOT_ALLOWED"]);
  });

  it("409 when it is revoked", async () => {
    const { webhookId } = await made(keys.user);
    await api.v2("DELETE", `/v2/webhooks/${webhookId}`, { key: keys.user });
    expect((await patch(keys.user, webhookId, { description: "x" })).status).toBe(409);
  });
});

describe("status", () => {
  const act = (key: TestKey, id: string, verb: string, json?: object) =>
    post<Single<Wire> & Refused>(`/v2/webhooks/${id}/${verb}`, key, json);

  it("active, paused, active, revoked; anything else is 409", async () => {
    const { webhookId } = await made(keys.user);
    expect((await act(keys.user, webhookId, "resume")).status).toBe(409);
    const paused = await act(keys.user, webhookId, "pause");
    expect(paused.body.data).toMatchObject({
      status: "paused",
      pausedReason: "manual",
      pausedAt: clock().toISOString(),
    });
    expect((await act(keys.user, webhookId, "pause")).status).toBe(409);
    const resumed = await act(keys.user, webhookId, "resume", {});
    expect(resumed.body.data).toMatchObject({ status: "active", pausedReason: null, pausedAt: null });
    expect((await api.v2("DELETE", `/v2/webhooks/${webhookId}`, { key: keys.user })).status).toBe(204);
    for (const verb of ["pause", "resume", "rotate-secret", "test"])
      expect([verb, (await act(keys.user, webhookId, verb)).status]).toEqual([verb, 409]);
    expect((await api.v2("DELETE", `/v2/webhooks/${webhookId}`, { key: keys.user })).status).toBe(409);
    const { body } = await api.get<Single<Wire>>(`/v2/webhooks/${webhookId}`, keys.user);
    expect(body.data).toMatchObject({
      status: "revoked",
      revocationReason: "deleted",
      revokedAt: clock().toISOString(),
      lastDelivery: { status: "cancelled" },
    });
  });

  it("an administrator may pause another user's", async () => {
    const { webhookId } = await made(keys.user);
    expect((await act(keys.admin, webhookId, "pause")).status).toBe(200);
  });

  it("of parallel pauses exactly one succeeds", async () => {
    const { webhookId } = await made(keys.user);
    const answers = await Promise.all(Array.from({ length: 8 }, () => act(keys.user, webhookId, "pause")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  it.each(["all", undefined, "none", "since"])("resume with replay %s", async (how) => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const id = encodeId("webhook", webhook.id);
    await act(keys.user, id, "pause");
    const early = await makeDeliveries(services, webhook, 2);
    clock.pass(hour);
    const since = clock().toISOString();
    const late = await makeDeliveries(services, webhook, 3);
    await sendDue(services);
    expect(target.hits).toHaveLength(0);
    const statuses = async () => (await deliveriesOf(services, webhook.id)).map(({ status }) => status);
    expect(await statuses()).toEqual(Array(5).fill("held"));
    // Committed between two polls of the engine.
    late.push(...(await makeDeliveries(services, webhook, 1)));
    const replay = how === "since" ? since : how;
    expect((await act(keys.user, id, "resume", { ...(replay && { replay }) })).status).toBe(200);
    await sendDue(services);
    const sent = { all: 6, none: 0, since: 4 }[how ?? "all"];
    expect(target.hits).toHaveLength(sent ?? -1);
    const dropped = (await deliveriesOf(services, webhook.id)).filter(({ status }) => status === "cancelled");
    expect(dropped.map(({ error }) => error)).toEqual(Array(6 - (sent ?? 0)).fill("NOT_REPLAYED"));
    expect(early).toHaveLength(2);
  });

  it("400 for another replay", async () => {
    const { webhookId } = await made(keys.user);
    for (const replay of ["some", 5, null, "2026-02-30T00:00:00Z", "2026-11-20"]) {
      const { status, body } = await act(keys.user, webhookId, "resume", { replay });
      expect([replay, status, body.error.code]).toEqual([replay, 400, "VALIDATION_ERROR"]);
    }
  });

  it("409 resume while the owner is inactive", async () => {
    const { webhookId } = await made(keys.user);
    await act(keys.user, webhookId, "pause");
    await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, workspace.people.user.id));
    const { status, body } = await act(keys.admin, webhookId, "resume");
    expect([status, body.error.code]).toEqual([409, "CONFLICT"]);
  });
});

describe("POST /v2/webhooks/{id}/rotate-secret", () => {
  const rotate = (key: TestKey, id: string, json?: object, headers?: Record<string, string>) =>
    post<Single<Wire> & Refused>(`/v2/webhooks/${id}/rotate-secret`, key, json, headers);

  it("200 gives a new secret; the body is optional", async () => {
    const { webhookId, secret } = await made(keys.user);
    const { status, body } = await rotate(keys.user, webhookId);
    expect(status).toBe(200);
    expect(body.data.secret).not.toBe(secret);
    expect(body.data.secretPrefix).toBe(body.data.secret.slice(0, 12));
    const row = await webhookRow(services, bare(webhookId));
    expect(row.previousSecretUntil).toEqual(new Date(clock().getTime() + day));
  });

  it("409 a second overlap inside one; 0 always ends every old secret", async () => {
    const { webhookId } = await made(keys.user);
    await rotate(keys.user, webhookId, { overlapSeconds: 3600 });
    const second = await rotate(keys.user, webhookId, { overlapSeconds: 60 });
    expect([second.status, second.body.error.code]).toEqual([409, "CONFLICT"]);
    expect((await rotate(keys.user, webhookId, { overlapSeconds: 0 })).status).toBe(200);
    expect((await webhookRow(services, bare(webhookId))).previousSecret).toBeNull();
    expect((await rotate(keys.user, webhookId, { overlapSeconds: 3600 })).status).toBe(200);
    clock.pass(hour);
    expect((await rotate(keys.user, webhookId, { overlapSeconds: 3600 })).status).toBe(200);
  });

  it("400 for an overlap beyond 0 to 604800", async () => {
    const { webhookId } = await made(keys.user);
    for (const overlapSeconds of [-1, 604_801, 1.5, "60", null])
      expect((await rotate(keys.user, webhookId, { overlapSeconds })).status).toBe(400);
    expect((await rotate(keys.user, webhookId, { overlapSeconds: 604_800 })).status).toBe(200);
  });

  it("honours Idempotency-Key, and the stored response contains no plain secret", async () => {
    const { webhookId } = await made(keys.user);
    const headers = { "idempotency-key": "rotate-once" };
    const first = await rotate(keys.user, webhookId, { overlapSeconds: 0 }, headers);
    const again = await rotate(keys.user, webhookId, { overlapSeconds: 0 }, headers);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    const [stored] = await services.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.keyId, keys.user.id));
    expect(stored?.body?.includes(first.body.data.secret.slice(6))).toBe(false);
  });
});

describe("deliveries", () => {
  it("200 newest first, with every attempt on the single read", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const base = `/v2/webhooks/${encodeId("webhook", webhook.id)}/deliveries`;
    const [id = ""] = await makeDeliveries(services, webhook, 1);
    target.answer = answering(500, { "x-trace": "7" }, "broken");
    await sendDue(services);
    const second = await post<Single<{ id: string }>>(
      `/v2/webhooks/${encodeId("webhook", webhook.id)}/test`,
      keys.user,
    );
    expect(second.status).toBe(201);
    const list = await api.get<Listed<{ id: string }>>(base, keys.user);
    expect(list.body.data.map((row) => row.id)).toEqual([second.body.data.id, encodeId("delivery", id)]);
    const { body } = await api.get<Single>(`${base}/${encodeId("delivery", id)}`, keys.user);
    expect(body.data).toMatchObject({
      status: "pending",
      attempts: 1,
      error: "HTTP_STATUS",
      httpStatus: 500,
      nextAttemptAt: new Date(clock().getTime() + 5000).toISOString(),
      requestBody: target.hits[0]?.body,
      attemptLog: [
        {
          number: 1,
          httpStatus: 500,
          error: "HTTP_STATUS",
          responseBody: "broken",
          responseHeaders: { "x-trace": "7" },
        },
      ],
    });
  });

  it("200 pages, and nothing older than 30 days", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const base = `/v2/webhooks/${encodeId("webhook", webhook.id)}/deliveries`;
    await makeDeliveries(services, webhook, 1, {
      createdAt: new Date(clock().getTime() - 31 * day),
      status: "failed",
    });
    const ids = await makeDeliveries(services, webhook, 3);
    const first = await api.get<Listed<{ id: string }>>(`${base}?limit=2`, keys.user);
    const rest = await api.get<Listed<{ id: string }>>(
      `${base}?limit=2&nextToken=${encodeURIComponent(first.body.nextToken ?? "")}`,
      keys.user,
    );
    expect([...first.body.data, ...rest.body.data].map(({ id }) => bare(id))).toEqual(ids.toReversed());
    expect(rest.body.nextToken).toBeUndefined();
  });

  it("201 redeliver is a new delivery, linked, of the same event and bytes", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const id = encodeId("webhook", webhook.id);
    const [origin = ""] = await makeDeliveries(services, webhook, 1);
    const path = `/v2/webhooks/${id}/deliveries/${encodeId("delivery", origin)}/redeliver`;
    await sendDue(services);
    const { status, body } = await post<Single<{ id: string; redeliveryOf: string }>>(path, keys.user);
    expect(status).toBe(201);
    expect(body.data.redeliveryOf).toBe(encodeId("delivery", origin));
    await sendDue(services);
    const [first, second] = target.hits;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.body).toBe(first?.body);
    await post(`/v2/webhooks/${id}/pause`, keys.user);
    expect((await post<Refused>(path, keys.user)).status).toBe(409);
  });

  it("201 redeliver 20 times, in sequence or at once: one pending copy, which each call returns", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const [origin = ""] = await makeDeliveries(services, webhook, 1);
    const pathOf = (id: string) =>
      `/v2/webhooks/${encodeId("webhook", webhook.id)}/deliveries/${encodeId("delivery", id)}/redeliver`;
    type Made = Single<{ id: string; status: string; redeliveryOf: string }>;
    const again = (id: string) => post<Made>(pathOf(id), keys.user);
    // Before its first attempt it is already on its way.
    expect((await again(origin)).body.data).toMatchObject({ id: encodeId("delivery", origin), attempts: 0 });
    await sendDue(services);
    const answers = [
      ...(await Promise.all(Array.from({ length: 20 }, () => again(origin)))),
      await again(origin),
    ];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const copies = (await deliveriesOf(services, webhook.id)).filter(({ redeliveryOf }) => redeliveryOf);
    expect(copies.map(({ status, redeliveryOf }) => [status, redeliveryOf])).toEqual([["pending", origin]]);
    const copy = copies[0]?.id ?? "";
    expect(new Set(answers.map(({ body }) => body.data.id))).toEqual(new Set([encodeId("delivery", copy)]));
    const lines = await services.db.select().from(auditEvents).where(eq(auditEvents.resourceId, webhook.id));
    expect(lines.map(({ action }) => action)).toEqual(["webhook.redeliver"]);
    await sendDue(services);
    expect(target.hits).toHaveLength(2);
    // The event has arrived: another redeliver, of either one, sends it again once.
    await Promise.all([again(origin), again(copy), again(origin), again(copy)]);
    expect(await deliveriesOf(services, webhook.id)).toHaveLength(3);
    await sendDue(services);
    expect(target.hits).toHaveLength(3);
  });

  it("201 redeliver one that waits: itself, now, counted as usual", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const id = encodeId("webhook", webhook.id);
    const [origin = ""] = await makeDeliveries(services, webhook, 1);
    target.answer = answering(503);
    for (let n = 0; n < 3; n++) {
      await sendDue(services);
      clock.pass(1000);
      const path = `/v2/webhooks/${id}/deliveries/${encodeId("delivery", origin)}/redeliver`;
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => post<Single<object>>(path, keys.user)),
      );
      for (const { status, body } of answers) {
        expect(status).toBe(201);
        expect(body.data).toMatchObject({
          id: encodeId("delivery", origin),
          status: "pending",
          attempts: n + 1,
          nextAttemptAt: clock().toISOString(),
          redeliveryOf: null,
        });
      }
    }
    target.answer = answering(204);
    await sendDue(services);
    expect(await onlyDelivery(services, webhook.id)).toMatchObject({ status: "succeeded", attemptCount: 4 });
    expect(target.hits).toHaveLength(4);
    expect(new Set(target.hits.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("409 redeliver one that waits while the webhook is paused", async () => {
    const webhook = await makeWebhook(services, workspace.people.user, { url: target.url });
    const id = encodeId("webhook", webhook.id);
    const [origin = ""] = await makeDeliveries(services, webhook, 1);
    await post(`/v2/webhooks/${id}/pause`, keys.user);
    const path = `/v2/webhooks/${id}/deliveries/${encodeId("delivery", origin)}/redeliver`;
    const { status, body } = await post<Refused>(path, keys.user);
    expect([status, body.error.code]).toEqual([409, "CONFLICT"]);
  });

  it("404 a delivery of another webhook", async () => {
    const [a, b] = await Promise.all(
      [1, 2].map(() => makeWebhook(services, workspace.people.user, { url: target.url })),
    );
    if (!a || !b) throw new Error("unreachable");
    const [id = ""] = await makeDeliveries(services, a, 1);
    const { status } = await api.get(
      `/v2/webhooks/${encodeId("webhook", b.id)}/deliveries/${encodeId("delivery", id)}`,
      keys.user,
    );
    expect(status).toBe(404);
  });
});

it("deleting a key deletes nothing else: rows stay in their workspace", async () => {
  await made(keys.user);
  const rows = await services.db.select().from(webhooks).where(eq(webhooks.workspaceId, workspace.id));
  expect(rows).toHaveLength(1);
  const other = await makeWorkspace(services);
  expect(
    await services.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.workspaceId, other.id)),
  ).toEqual([]);
});
