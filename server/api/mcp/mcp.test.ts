import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { makeLeave, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import {
  callOf,
  legacyMcpClient,
  makeGrant,
  mcpClient,
  postMcp,
  type TestGrant,
} from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";
import { tools } from "./tools";

let services: Services;
let workspace: TestWorkspace;
let grant: TestGrant;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeWorkspace(services);
  grant = await makeGrant(services, workspace.people.user);
  await makeLeave(services, workspace.people.user, { startDate: "2026-12-08", reason: "skiing" });
});
afterAll(() => services.close());

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

describe("200", () => {
  const names = tools.filter(({ write }) => !write).map(({ name }) => name);
  it.each(["auto", "legacy", { pin: "2026-07-28" }] as const)("to the new client, %j", async (mode) => {
    const client = await mcpClient(services, grant, mode);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
    const { structuredContent } = await client.callTool({ name: "get_workspace_info", arguments: {} });
    expect(structuredContent).toMatchObject({ me: { name: "Uma User", role: "USER" }, today: "2026-11-20" });
    await client.close();
  });

  it("to the previous client, with tools, resources and prompts", async () => {
    const client = await legacyMcpClient(services, grant);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
    const result = await client.callTool({
      name: "get_leaves",
      arguments: { startDate: "2026-12-01", endDate: "2026-12-31" },
    });
    expect(result.structuredContent).toMatchObject({
      leaves: [{ userName: "Uma User", startDate: "2026-12-08", reason: "skiing" }],
      isCut: false,
    });
    const { contents } = await client.readResource({ uri: "timeaway://wallchart/2026-12" });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
      absences: [{ userName: "Uma User" }],
    });
    const { messages } = await client.getPrompt({ name: "plan-time-off", arguments: { when: "in June" } });
    expect(JSON.stringify(messages)).toContain("in June");
    await client.close();
  });

  it("with the faults of the arguments for the model to read", async () => {
    const { status, json } = await postMcp(services, {
      token: grant.token,
      body: callOf("who_is_away", { startDate: "tomorrow", extra: 1 }),
    });
    expect(status).toBe(200);
    expect(json.result.isError).toBe(true);
    expect(json.result.content[0].text).toContain("startDate: Must be a date that exists");
    expect(json.result.content[0].text).toContain("extra: ");
  });
});

it("200 subscriptions/listen grants no notifications, and ends", async () => {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const notifications = { toolsListChanged: true, resourcesListChanged: true };
  const method = "subscriptions/listen";
  const { status, text } = await postMcp(services, {
    token: grant.token,
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": method },
    body: { jsonrpc: "2.0", id: 1, method, params: { _meta, notifications } },
  });
  const messages = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
  expect([status, messages]).toMatchObject([
    200,
    [{ params: { notifications: {} } }, { id: 1, result: { resultType: "complete" } }],
  ]);
});

describe("401", () => {
  const metadata = 'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"';
  it("without a token, and says where to get one", async () => {
    const { status, headers } = await postMcp(services, { body: initialize });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe(
      `Bearer scope="mcp:workspace:read mcp:users:read mcp:leaves:read", ${metadata}`,
    );
  });

  it("to a token for the API only, which /oauth/me accepts", async () => {
    const other = await makeGrant(services, workspace.people.user, ["openid"]);
    const { status, headers } = await postMcp(services, { token: other.token, body: initialize });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
  });
});

describe("403", () => {
  it("for a tool beyond the token's scopes, naming all that a new one should have", async () => {
    const narrow = await makeGrant(services, workspace.people.user, ["mcp:workspace:read"]);
    const { status, headers } = await postMcp(services, {
      token: narrow.token,
      body: callOf("get_balances"),
    });
    expect(status).toBe(403);
    expect(headers.get("www-authenticate")).toContain(
      'error="insufficient_scope", scope="mcp:workspace:read mcp:leaves:read"',
    );
  });

  it.each([{ headers: { origin: "https://evil.example" } }, { host: "evil.example:3000" }])(
    "for a page of another origin: %j",
    async (from) => {
      expect((await postMcp(services, { token: grant.token, body: initialize, ...from })).status).toBe(403);
    },
  );
});

describe("429", () => {
  it("after 30 at once, alone or in batches, with when to retry", async () => {
    const busy = await makeGrant(services, workspace.people.user);
    const batch = Array.from({ length: 5 }, (_, at) => callOf("get_workspace_info", {}, at + 1));
    const alone = await Promise.all(
      Array.from({ length: 25 }, () => postMcp(services, { token: busy.token, body: initialize })),
    );
    expect(new Set(alone.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await postMcp(services, { token: busy.token, body: batch })).status).toBe(200);
    const { status, headers, json } = await postMcp(services, { token: busy.token, body: initialize });
    expect([status, json]).toEqual([
      429,
      {
        error: "too_many_requests",
        error_description: "The app went over its limit of 5 requests per second with a burst of 30.",
      },
    ]);
    expect(headers.get("retry-after")).toBe("1");
  });
});
