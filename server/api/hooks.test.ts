import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { rateCounters } from "@/drizzle/schema/api-keys";
import { users } from "@/drizzle/schema/people";
import { requestLog } from "@/drizzle/schema/request-log";
import { webhooks } from "@/drizzle/schema/webhooks";
import { workspaces } from "@/drizzle/schema/workspaces";
import { decodeId, encodeId } from "@/server/kernel/schema";
import { flushRequestLog } from "@/server/modules/integrations/request-log/note";
import { maximumHooks } from "@/server/modules/integrations/webhooks/policy";
import { samplePayload } from "@/server/modules/integrations/webhooks/sample-payload";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { revokeGrant } from "@/server/oauth/grants/revoke";
import { makeKeys, makeWorkspace, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { hookKit } from "@/server/test/hook-kit";
import { as, makeLeaveWorkspace } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import {
  answering,
  deliveriesOf,
  forgetDeliveries,
  receiver,
  sendDue,
  webhookRow,
} from "@/server/test/webhook-kit";

const clock = standingClock();
const services = await testServices({ clock });
const target = await receiver(services);
afterAll(async () => {
  await target.close();
  await services.close();
});
let workspace: TestWorkspace;
beforeEach(async () => {
  await forgetDeliveries(services);
  target.hits.length = 0;
  target.answer = answering(204);
  workspace = await makeLeaveWorkspace(services);
});

const { ask, connect, ended, hookOf, request, subscribe, unsubscribe } = hookKit(services, target);
const bodies = () => target.hits.map(({ body }) => JSON.parse(body));

describe("201", () => {
  it("a hook is a webhook of the user, marked with its app, without a test event", async () => {
    const { user } = workspace.people;
    const grant = await connect(user);
    const { status, json, headers } = await subscribe(grant);
    expect([status, Object.keys(json)]).toEqual([201, ["id"]]);
    expect(headers.get("ratelimit")).toMatch(/^"rate";r=\d+/);
    const id = decodeId("webhook", json.id) ?? "";
    expect(await webhookRow(services, id)).toMatchObject({
      ...{ ownerId: user.id, keyId: null, grantId: grant.id, clientId: grant.clientId },
      ...{ url: target.url, events: ["leave.requested"], status: "active", endsAt: expect.any(Date) },
    });
    expect(await deliveriesOf(services, id)).toEqual([]);
  });

  it("receives what every webhook receives, signed", async () => {
    const { user } = workspace.people;
    await hookOf(await connect(user));
    await request(user, "2026-12-01", { reason: "surgery" });
    await sendDue(services);
    expect(bodies()).toMatchObject([{ type: "leave.requested", data: { user: { name: "Uma User" } } }]);
    expect(target.hits[0]?.body).not.toContain("surgery");
    expect(target.hits[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
    expect(target.hits[0]?.headers["webhook-id"]).toBe(bodies()[0].id);
  });

  it("the same URL and event twice are two hooks", async () => {
    const grant = await connect(workspace.people.user);
    expect(await hookOf(grant)).not.toBe(await hookOf(grant));
  });

  it("with a token that is also for the MCP server", async () => {
    const grant = await connect(workspace.people.user, ["mcp:leaves:read", "zapier:webhooks"]);
    expect((await subscribe(grant)).status).toBe(201);
  });
});

describe("204", () => {
  it("a deleted hook receives nothing more; 404 the second time", async () => {
    const { user } = workspace.people;
    const grant = await connect(user);
    const id = await hookOf(grant);
    await request(user);
    expect((await unsubscribe(grant, id)).status).toBe(204);
    await sendDue(services);
    expect(target.hits).toEqual([]);
    expect(await webhookRow(services, id)).toMatchObject(ended("deleted"));
    const again = await unsubscribe(grant, id);
    expect([again.status, again.json.error.code]).toEqual([404, "WEBHOOK_NOT_FOUND"]);
  });

  it("also while the add-on is off", async () => {
    const grant = await connect(workspace.people.user);
    const id = await hookOf(grant);
    await services.db
      .update(workspaces)
      .set({ openApiEnabled: false })
      .where(eq(workspaces.id, workspace.id));
    expect((await unsubscribe(grant, id)).status).toBe(204);
  });
});

describe("200 /hooks/me", () => {
  it("names user and workspace, the address only with the scope email", async () => {
    const { user } = workspace.people;
    const me = { id: encodeId("user", user.id), name: "Uma User", workspace: "Test workspace" };
    const { token } = await connect(user);
    expect((await ask("GET", "/me", { token })).json).toEqual(me);
    const more = await connect(user, ["email", "zapier:webhooks"]);
    expect((await ask("GET", "/me", more)).json).toEqual({ ...me, email: `${user.id}@example.com` });
  });
});

describe("200 /hooks/samples", () => {
  it("the newest three, as they are delivered to this user", async () => {
    const { user, admin, northSeller } = workspace.people;
    const id = await hookOf(await connect(user));
    for (const [index, date] of ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"].entries()) {
      clock.pass(1000);
      await request(user, date, { reason: `secret ${index}` });
    }
    await request(northSeller);
    await sendDue(services);
    expect(await deliveriesOf(services, id)).toHaveLength(4);
    const samples = async (person: TestPerson) =>
      (await ask("GET", "/samples/leave.requested", await connect(person))).json;
    const sent = bodies().toSorted((a, b) => b.timestamp.localeCompare(a.timestamp));
    expect(await samples(user)).toEqual(sent.slice(0, 3));
    const names = (await samples(admin)).map(
      ({ data }: { data: { user: { name: string } } }) => data.user.name,
    );
    expect(names).toEqual(["Nils North", "Uma User", "Uma User"]);
  });

  it("by reach, whatever more the user sees in the app", async () => {
    const { user, northSeller } = workspace.people;
    await services.db
      .update(workspaces)
      .set({ visibility: "WORKSPACE" })
      .where(eq(workspaces.id, workspace.id));
    await request(northSeller);
    const { json } = await ask("GET", "/samples/leave.requested", await connect(user));
    expect(json).toEqual([samplePayload("leave.requested")]);
  });

  it("a synthetic one where there is none", async () => {
    const { json } = await ask("GET", "/samples/leave.expired", await connect(workspace.people.user));
    expect(json).toEqual([samplePayload("leave.expired")]);
  });
});

describe("400", () => {
  it.each([
    [{ targetUrl: "https://10.0.0.1/x", event: "leave.requested" }, "WEBHOOK_URL_INVALID", "targetUrl"],
    [{ targetUrl: "https://localhost/x", event: "leave.requested" }, "WEBHOOK_URL_INVALID", "targetUrl"],
    [{ targetUrl: "http://example.com/x", event: "leave.requested" }, "WEBHOOK_URL_INVALID", "targetUrl"],
    [{ targetUrl: "https://1.1.1.1/x", event: "webhook.test" }, "WEBHOOK_EVENTS_INVALID", "event"],
    [{ targetUrl: "https://1.1.1.1/x" }, "VALIDATION_ERROR", "event"],
  ])("%j is %s at %s", async (json, code, path) => {
    const answer = await ask("POST", "", { ...(await connect(workspace.people.user)), json });
    expect([answer.status, answer.json.error.code]).toEqual([400, code]);
    expect(answer.json.error.details.fields[0].path).toBe(path);
    expect(await services.db.select().from(webhooks).where(eq(webhooks.workspaceId, workspace.id))).toEqual(
      [],
    );
  });

  it("a body that is not JSON", async () => {
    const { token } = await connect(workspace.people.user);
    expect((await ask("POST", "", { token })).json.error.code).toBe("INVALID_REQUEST_BODY");
  });
});

describe("401", () => {
  it("without a token, with a key, and after the grant has ended", async () => {
    const none = await ask("GET", "/me");
    expect([none.status, none.json.error.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(none.headers.get("www-authenticate")).toBe("Bearer");
    const { user } = await makeKeys(services, workspace);
    expect((await ask("GET", "/me", { token: user.plain })).status).toBe(401);
    const grant = await connect(workspace.people.user);
    await revokeGrant(await as(services, workspace.people.user), grant.id);
    const over = await subscribe(grant);
    expect(over.status).toBe(401);
    expect(over.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  });
});

describe("403", () => {
  it("INSUFFICIENT_SCOPE without zapier:webhooks", async () => {
    const grant = await connect(workspace.people.admin, ["openid", "mcp:leaves:read"]);
    for (const { status, json, headers } of [
      await subscribe(grant),
      await ask("GET", "/me", grant),
      await ask("GET", "/samples/leave.requested", grant),
      await unsubscribe(grant, grant.id),
    ]) {
      expect([status, json.error.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
      expect(json.error.details.requiredScopes).toEqual(["zapier:webhooks"]);
      expect(headers.get("www-authenticate")).toBe(
        'Bearer error="insufficient_scope", scope="zapier:webhooks"',
      );
    }
  });

  it("user events, which the user did not allow", async () => {
    const grant = await connect(workspace.people.admin);
    for (const { status, json } of [
      await subscribe(grant, "user.created"),
      await ask("GET", "/samples/user.created", grant),
    ])
      expect([status, json.error.code]).toEqual([403, "WEBHOOK_EVENTS_NOT_ALLOWED"]);
  });

  it.each([{ openApiEnabled: false }, { plan: "FREE" as const }])(
    "without the add-on: %j",
    async (options) => {
      const { people } = await makeWorkspace(services, options);
      const grant = await connect(people.admin);
      for (const { status, json } of [
        await subscribe(grant),
        await ask("GET", "/me", grant),
        await ask("GET", "/samples/leave.requested", grant),
      ]) {
        expect([status, json.error.code]).toEqual([403, "FORBIDDEN"]);
        expect(json.error.description).toContain("add-on");
      }
    },
  );
});

describe("404", () => {
  it("a hook of another connection, of another user, and an unknown one answer alike", async () => {
    const { user, admin } = workspace.people;
    const id = await hookOf(await connect(user));
    const unknown = await unsubscribe(await connect(user), workspace.id);
    for (const stranger of [await connect(user), await connect(admin)]) {
      const { status, json } = await unsubscribe(stranger, id);
      expect([status, json.error]).toEqual([404, { ...unknown.json.error, requestId: json.error.requestId }]);
    }
    expect((await webhookRow(services, id)).status).toBe("active");
  });

  it("unknown paths; 405 for other methods", async () => {
    const { token } = await connect(workspace.people.user);
    for (const path of ["/samples/leave.unknown", "/me/too"])
      expect((await ask("GET", path, { token })).json.error.code).toBe("RESOURCE_NOT_FOUND");
    const { status, json, headers } = await ask("PUT", "", { token });
    expect([status, json.error.code, headers.get("allow")]).toEqual([405, "METHOD_NOT_ALLOWED", "POST"]);
  });
});

describe("409", () => {
  it("a connection has a maximum number of hooks, also under concurrent creation", async () => {
    const grant = await connect(workspace.people.user);
    const id = await hookOf(grant);
    const row = await webhookRow(services, id);
    const more = Array.from({ length: maximumHooks - 3 }, () => ({ ...row, id: crypto.randomUUID() }));
    await services.db.insert(webhooks).values(more);
    const answers = await Promise.all(Array.from({ length: 6 }, () => subscribe(grant)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    expect((await unsubscribe(grant, id)).status).toBe(204);
    expect((await subscribe(grant)).status).toBe(201);
  });

  it("the pages name the app; its user can delete the hook, but not change it", async () => {
    const { user } = workspace.people;
    const id = await hookOf(await connect(user));
    const { webhooks: pages } = await signedInCaller(services, user);
    const ref = { id: encodeId("webhook", id) };
    expect((await pages.page({})).items).toMatchObject([{ webhookId: ref.id, app: { name: "Assistant" } }]);
    expect(await pages.get(ref)).toMatchObject({ app: { name: "Assistant" } });
    const change = pages.update({ ...ref, patch: { events: ["leave.denied"] } });
    await expect(change).rejects.toThrow("An app made this webhook");
    await pages.delete(ref);
    expect(await webhookRow(services, id)).toMatchObject(ended("deleted"));
  });
});

describe("429", () => {
  it("over the grant's limits, with the headers that say so", async () => {
    const grant = await connect(workspace.people.user);
    const first = await ask("GET", "/me", grant);
    expect(first.headers.get("ratelimit-policy")).toContain("q=30;w=6");
    await services.db
      .update(rateCounters)
      .set({ monthCount: 30_000 })
      .where(eq(rateCounters.keyId, grant.id));
    const { status, json } = await ask("GET", "/me", grant);
    expect([status, json.error.code]).toEqual([429, "QUOTA_EXCEEDED"]);
    expect(json.error.description).toBe("The app has used all 30,000 requests for this calendar month.");
  });
});

describe("roles", () => {
  it("each hook gets the events of the users within its owner's reach", async () => {
    const { user, approver, northSeller, admin } = workspace.people;
    const ids = await Promise.all([user, approver, admin].map(async (one) => hookOf(await connect(one))));
    await request(user);
    await request(northSeller, "2026-12-08");
    await sendDue(services);
    const counts = await Promise.all(ids.map(async (id) => (await deliveriesOf(services, id)).length));
    expect(counts).toEqual([1, 2, 2]);
  });

  it("a hook gets no more than its owner's role now allows", async () => {
    const { user, platformer } = workspace.people;
    const asAdmin = (isAdmin: boolean) =>
      services.db.update(users).set({ isAdmin }).where(eq(users.id, platformer.id));
    await asAdmin(true);
    const id = await hookOf(await connect(platformer), "leave.cancelled");
    const leave = await request(user);
    await cancelLeave(await as(services, user), leave.id, undefined);
    await asAdmin(false);
    await sendDue(services);
    expect(target.hits).toEqual([]);
    expect(await deliveriesOf(services, id)).toMatchObject([{ status: "cancelled", error: "OUT_OF_REACH" }]);
  });
});

it("every request is in the request log, including refused ones", async () => {
  const { user } = workspace.people;
  const grant = await connect(user);
  await subscribe(grant);
  await subscribe(grant, "user.created");
  await flushRequestLog(services);
  const rows = await services.db.select().from(requestLog).where(eq(requestLog.workspaceId, workspace.id));
  const common = { api: "hooks", method: "POST", path: "/hooks", endpoint: "/hooks", keyKind: "client" };
  expect(rows.toSorted((a, b) => a.status - b.status)).toMatchObject([
    { ...common, status: 201, keyId: grant.clientId, ownerId: user.id, bodyFields: ["targetUrl", "event"] },
    { ...common, status: 403, errorCode: "WEBHOOK_EVENTS_NOT_ALLOWED" },
  ]);
});
