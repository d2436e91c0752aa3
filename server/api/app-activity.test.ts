import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { grantLimits } from "@/server/modules/integrations/rate-limits/policy";
import { flushRequestLog } from "@/server/modules/integrations/request-log/note";
import { makeWorkspace, type TestRole, type TestWorkspace } from "@/server/test/factories";
import { callOf, makeGrant, postMcp, readScopes, type TestGrant } from "@/server/test/mcp-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { type Receiver, receiver } from "@/server/test/webhook-kit";
import { dispatchWith } from "./dispatch";

// What Connected apps shows of an app's activity: its last call, its requests of the month, its webhooks.

const clock = standingClock();
let services: Services;
let target: Receiver;
let workspace: TestWorkspace;
let grant: TestGrant;

beforeAll(async () => {
  services = await testServices({ clock });
  target = await receiver(services);
  workspace = await makeWorkspace(services);
  grant = await makeGrant(services, workspace.people.user, [...readScopes, "zapier:webhooks"]);
});
afterAll(async () => {
  await target.close();
  await services.close();
});

const as = (role: TestRole) => signedInCaller(services, workspace.people[role]);
async function shown(role: TestRole = "user") {
  await flushRequestLog(services);
  return (await (await as(role)).connectedApps.list()).connected;
}
const say = (method: string) =>
  postMcp(services, { token: grant.token, body: { jsonrpc: "2.0", id: 1, method, params: {} } });

async function addHook(): Promise<string> {
  const url = `${services.settings.baseUrl}/hooks`;
  const request = new Request(url, {
    method: "POST",
    headers: { authorization: `Bearer ${grant.token}`, "content-type": "application/json" },
    body: JSON.stringify({ targetUrl: target.url, event: "leave.approved" }),
  });
  const answer = await dispatchWith(services, request, { ip: "203.0.113.7", host: new URL(url).host });
  if (!answer) throw new Error("A page answered");
  return ((await answer.json()) as { id: string }).id;
}

it("nothing for an app that only connected", async () => {
  await say("tools/list");
  await say("ping");
  expect(await shown()).toMatchObject([
    { lastCall: null, calls: { count: 2, most: 2, limit: grantLimits.monthlyQuota }, hooks: [] },
  ]);
});

it("a tool call, and whether it was refused", async () => {
  await postMcp(services, { token: grant.token, body: callOf("get_workspace_info", {}) });
  await say("tools/list");
  expect(await shown()).toMatchObject([{ lastCall: { what: "get_workspace_info", isRefused: false } }]);
  clock.set(new Date(testNow.getTime() + 1000));
  await postMcp(services, { token: grant.token, body: callOf("get_leaves", { startDate: "tomorrow" }) });
  expect(await shown()).toMatchObject([
    { lastCall: { what: "get_leaves", isRefused: true, at: clock() }, calls: { count: 5 } },
  ]);
});

it("its webhooks, until they end", async () => {
  clock.set(new Date(testNow.getTime() + 2000));
  const webhookId = await addHook();
  const hook = { event: "leave.approved", url: target.url, status: "active", pausedReason: null };
  expect(await shown()).toMatchObject([
    { lastCall: { what: "POST /hooks" }, hooks: [{ webhookId, ...hook }] },
  ]);
  await (await as("user")).webhooks.delete({ id: webhookId });
  expect(await shown()).toMatchObject([{ hooks: [] }]);
});

it("per user: not what the same app does for another user", async () => {
  expect(await shown("admin")).toEqual([]);
});

it("a user finds their app among the callers, and no one else but administrators does", async () => {
  const names = async (role: TestRole) =>
    (await (await as(role)).requestLog.searchCallers({})).items.map(({ name }) => name);
  expect(await names("user")).toEqual(["Assistant"]);
  expect(await names("approver")).toEqual([]);
  expect(await names("admin")).toEqual(["Assistant"]);
  const caller = encodeId("client", grant.clientId);
  expect(await (await as("approver")).requestLog.caller({ caller })).toBeNull();
});

it("a new month starts at zero", async () => {
  clock.set(new Date("2026-12-01T00:00:00.000Z"));
  expect(await shown()).toMatchObject([{ calls: { count: 0, most: 0 } }]);
});
