import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { makeWorkspace } from "@/server/test/factories";
import { callOf, type McpReply, makeGrant, mcpScopes, postMcp, type TestGrant } from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";
import { tools } from "./tools";

// Whatever an app sends, the answer is in the protocol's format: never a 500, never a stack trace.

const clock = standingClock();
let services: Services;
let grant: TestGrant;

beforeAll(async () => {
  services = await testServices({ clock }, { LOG_LEVEL: "silent" });
  const { people } = await makeWorkspace(services);
  await services.db.update(workspaces).set({ aiAppsMayChangeLeave: true });
  grant = await makeGrant(services, people.user, mcpScopes);
});
afterAll(() => services.close());

async function send(body: unknown): Promise<McpReply> {
  clock.pass(second);
  // The tries exceed a month's quota.
  return postMcp(services, { token: grant.token, body });
}

/** The protocol's own codes for a faulty message. */
const protocolCodes = [-32700, -32600, -32601, -32602, -32000, -32001, -32002, -32020, -32021, -32022];

function expectPlain({ status, json }: McpReply): void {
  const text = JSON.stringify(json);
  expect([200, 202, 400, 404], text).toContain(status);
  expect(text).not.toMatch(/\n? {2,}at |\.m?[jt]s:\d|node_modules|Internal|something went wrong/i);
  for (const one of Array.isArray(json) ? json : [json])
    if (one?.error?.code !== undefined) expect(protocolCodes, text).toContain(one.error.code);
}

const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    null,
    true,
    -1,
    0.5,
    1e308,
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "me",
    "2026-02-30",
    "9999-12-31",
    [],
    {},
  ),
  fc.constantFrom(
    "user-01a2075c-9175-7499-bac6-1ed0f3112626",
    "leave-",
    "../..",
    "' or 1=1 --",
    "x".repeat(5000),
  ),
);

it.each(tools.map((tool) => [tool.name, tool] as const))(
  "%s, with arguments of any type",
  async (name, tool) => {
    const fields = Object.fromEntries(Object.keys(tool.input.shape).map((field) => [field, wrong]));
    const given = fc.oneof(
      { arbitrary: fc.record(fields, { requiredKeys: [] }), weight: 6 },
      { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
    );
    await fc.assert(
      fc.asyncProperty(given, async (value) => {
        const reply = await send(callOf(name, value));
        expectPlain(reply);
        if (reply.status !== 200 || reply.json.error) return;
        const { isError, content, structuredContent } = reply.json.result;
        expect(content[0].text.length).toBeGreaterThan(0);
        expect(structuredContent === undefined).toBe(isError === true);
      }),
      { numRuns: 40 },
    );
  },
);

it.each(["9999-12-31", "0001-01-01", "2200-01-01", "1899-12-31"])(
  "get_balances, as of %s: refused with the allowed values",
  async (asOf) => {
    const { json } = await send(callOf("get_balances", { asOf }));
    expect(json.result.isError).toBe(true);
    expect(json.result.content[0].text).toContain("Must be from 1900 to 2199.");
  },
);

const methods = [
  ...["initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/templates/list"],
  ...["resources/read", "prompts/list", "prompts/get", "server/discover", "subscriptions/listen"],
  ...["notifications/initialized", "notifications/cancelled", "completion/complete", "unknown", "__proto__"],
];

it("any message, alone and in a batch", async () => {
  const message = fc.record(
    {
      jsonrpc: fc.oneof(fc.constant("2.0"), wrong),
      id: fc.oneof(fc.integer(), wrong),
      method: fc.oneof(fc.constantFrom(...methods), wrong),
      params: wrong,
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(message, fc.array(message, { maxLength: 3 }), wrong);
  await fc.assert(
    fc.asyncProperty(body, async (value) => expectPlain(await send(value))),
    { numRuns: 300 },
  );
});

it.each([undefined, {}, { uri: 1 }, { name: 1 }, { cursor: 1 }])(
  "-32602 for malformed parameters: %j",
  async (params) => {
    const method =
      params && "cursor" in params
        ? "tools/list"
        : params && "name" in params
          ? "prompts/get"
          : "resources/read";
    const { status, json } = await send({ jsonrpc: "2.0", id: 1, method, ...(params && { params }) });
    expect([status, json.error.code]).toEqual([200, -32602]);
    expect(json.error.message).toMatch(/^Invalid params: params\b.*: /);
  },
);

it.each(["{", "", "\u0000", '{"a":1}{"b":2}', `[${"[".repeat(5000)}`])("400 not JSON: %j", async (text) => {
  const reply = await send(text);
  expectPlain(reply);
  expect(reply.status).toBe(400);
});
