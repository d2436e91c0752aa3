import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { makeLeave, makeWorkspace } from "@/server/test/factories";
import { callOf, makeGrant, mcpScopes, postMcp } from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";
import { readUsual } from "./usual-message";

const december = { startDate: "2026-12-01", endDate: "2026-12-31" };
const asking = (method: string, params?: unknown, id: unknown = 7) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const calling = (params: object) =>
  asking("tools/call", { name: "get_leaves", arguments: december, ...params });

const usual: Record<string, object> = {
  "a call": callOf("get_leaves", december),
  "a call without arguments": asking("tools/call", { name: "get_workspace_info" }),
  "a call that is refused": callOf("get_leaves", { startDate: "tomorrow" }),
  "a call with what clients add": calling({ _meta: { progressToken: 1, "client.example/call": "a" } }),
  "an id that is a text": asking("tools/call", { name: "get_workspace_info" }, 'a "text"\u2028'),
  "a list": asking("tools/list"),
  "a list with parameters": asking("tools/list", { _meta: { progressToken: "a" } }),
};
const unusual: Record<string, unknown> = {
  "another tool": callOf("no_such_tool"),
  "no name": asking("tools/call", {}),
  "arguments that are none": calling({ arguments: null }),
  "arguments in a list": calling({ arguments: [] }),
  "a member of another revision": calling({ inputResponses: {} }),
  "a task": calling({ task: { ttl: 1000 } }),
  "a claim to be of another revision": calling({ _meta: { "io.modelcontextprotocol/protocolVersion": "x" } }),
  "a progress token of no form": calling({ _meta: { progressToken: {} } }),
  "a page of the list": asking("tools/list", { cursor: "a" }),
  "parameters of no form": asking("tools/list", []),
  "no id": { jsonrpc: "2.0", method: "tools/list" },
  "an id of no form": asking("tools/list", {}, 1.5),
  "another version": { ...callOf("get_leaves"), jsonrpc: "1.0" },
  "a member too many": { ...callOf("get_leaves", december), result: {} },
  "a batch": [callOf("get_leaves", december)],
  "no object": "tools/list",
};

let services: Services;
let tokens: Record<"reading" | "changing", string>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  const { people } = await makeWorkspace(services);
  await makeLeave(services, people.user, { startDate: "2026-12-08", reason: '"skiing"\n\u2028' });
  const grants = await Promise.all([
    makeGrant(services, people.user),
    makeGrant(services, people.user, mcpScopes),
  ]);
  tokens = { reading: grants[0].token, changing: grants[1].token };
});
afterAll(() => services.close());

/** The fast path, and the SDK's, which an equivalent content type selects. */
const ways = ["application/json", "application/json; charset=utf-8"] as const;

const both = (body: unknown, token: string, headers: Record<string, string> = {}) =>
  Promise.all(
    ways.map((type) => postMcp(services, { token, body, headers: { ...headers, "content-type": type } })),
  );

const requestOf = (type: string, headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/mcp", {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": type, ...headers },
  });

describe("a usual message is answered as the SDK would", () => {
  it.each(Object.entries(usual))("%s", async (_, body) => {
    expect(readUsual(requestOf(ways[0]), body)).not.toBeNull();
    expect(readUsual(requestOf(ways[1]), body)).toBeNull();
    const [short, long] = await both(body, tokens.reading);
    expect([short?.status, short?.json.error]).toEqual([200, undefined]);
    // Each request has a different id, which a refusal does not contain.
    expect(short?.json).toEqual(long?.json);
    expect(Object.keys(Object.fromEntries(short?.headers ?? []))).toEqual(
      Object.keys(Object.fromEntries(long?.headers ?? [])),
    );
  });

  it("a list where apps may change leave", async () => {
    const [short, long] = await both(asking("tools/list"), tokens.changing);
    expect(short?.json).toEqual(long?.json);
  });

  it("structured data and text say the same", async () => {
    const [short] = await both(callOf("get_leaves", december), tokens.reading);
    const { content, structuredContent } = short?.json.result ?? {};
    expect(structuredContent.leaves).toHaveLength(1);
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  });
});

describe("unusual messages are left to the SDK", () => {
  it.each(Object.entries(unusual))("%s", async (_, body) => {
    expect(readUsual(requestOf(ways[0]), body)).toBeNull();
    const [short, long] = await both(body, tokens.reading);
    expect([short?.status, short?.text]).toEqual([long?.status, long?.text]);
  });

  it.each([
    ["accept", "text/html"],
    ["mcp-protocol-version", "2026-07-28"],
    ["mcp-protocol-version", "1999-01-01"],
  ])("%s: %s", async (name, value) => {
    const headers = { [name]: value };
    const body = callOf("get_leaves", december);
    expect(readUsual(requestOf(ways[0], headers), body)).toBeNull();
    const [short, long] = await both(body, tokens.reading, headers);
    expect(short?.status).toBeGreaterThanOrEqual(400);
    expect(short?.text).toBe(long?.text);
  });
});
