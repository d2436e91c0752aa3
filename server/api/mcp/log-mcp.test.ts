import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { flushRequestLog } from "@/server/modules/integrations/request-log/note";
import { makeWorkspace, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { callOf, makeGrant, mcpClient, postMcp, type TestGrant } from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

// Decision 13.7: an app's requests are in the log, in usage, and among the errors.

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let person: TestPerson;
let grant: TestGrant;

beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  person = workspace.people.user;
  grant = await makeGrant(services, person);
});

const send = (body: unknown) => postMcp(services, { token: grant.token, body });
const pages = async () => {
  await flushRequestLog(services);
  return signedInCaller(services, workspace.people.admin);
};

it("a call by its tool, with the names of its arguments alone", async () => {
  await send(callOf("find_users", { name: "a secret", limit: 5 }));
  const { requestLog } = await pages();
  const { items } = await requestLog.list({ endpoint: "find_users" });
  expect(items).toMatchObject([
    { api: "mcp", method: "POST", path: "/mcp", status: 200, keyName: "Assistant" },
  ]);
  const view = await requestLog.get({ requestId: items[0]?.requestId ?? "" });
  expect(view).toMatchObject({
    endpoint: "find_users",
    bodyFields: ["name", "limit"],
    burstLeft: 29,
    burst: 30,
  });
  expect(JSON.stringify(view)).not.toContain("a secret");
});

it.each(["legacy", { pin: "2026-07-28" }] as const)(
  "a tool's refusal, as v2 would have answered: %j",
  async (mode) => {
    const client = await mcpClient(services, grant, mode);
    await client.callTool({
      name: "who_is_away",
      arguments: { startDate: "tomorrow", endDate: "2026-12-31" },
    });
    await client.close();
    const { requestLog } = await pages();
    const { items } = await requestLog.list({ code: "VALIDATION_ERROR" });
    expect(items).toMatchObject([{ status: 400, errorCode: "VALIDATION_ERROR" }]);
    expect(await requestLog.errors({})).toMatchObject([
      { code: "VALIDATION_ERROR", endpoint: "who_is_away", count: 1, keyNames: ["Assistant"] },
    ]);
  },
);

it("a refused request, by the protocol's own code", async () => {
  const narrow = await makeGrant(services, person, ["mcp:workspace:read"]);
  await postMcp(services, { token: narrow.token, body: callOf("get_balances") });
  const { requestLog } = await pages();
  const { items } = await requestLog.list({ code: "insufficient_scope" });
  expect(items).toMatchObject([{ api: "mcp", status: 403 }]);
});

it("and in the month's usage", async () => {
  await send(callOf("get_workspace_info"));
  await send({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const { requestLog } = await pages();
  const { total } = await requestLog.usage({});
  expect(total).toMatchObject({ success: 2 });
});
