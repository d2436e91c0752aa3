import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { makeLeave, makeWorkspace } from "@/server/test/factories";
import { callOf, type McpReply, makeGrant, postMcp } from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";

// Valid messages of clients that look unusual, and the errors for invalid ones.

const clock = standingClock();
let services: Services;
let token: string;

beforeAll(async () => {
  services = await testServices({ clock });
  const { people } = await makeWorkspace(services);
  await makeLeave(services, people.user, { startDate: "2026-12-08" });
  token = (await makeGrant(services, people.user)).token;
});
afterAll(() => services.close());

const send = (body: unknown, more: { headers?: Record<string, string>; after?: string } = {}) => {
  clock.pass(1000);
  return postMcp(services, { token, body, ...more });
};
const asking = (method: string, params?: unknown, id: unknown = 7) => ({
  ...{ jsonrpc: "2.0", id, method },
  params,
});
const december = { startDate: "2026-12-01", endDate: "2026-12-31" };
const claim = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const modern = (method: string, params: object) => ({
  body: asking(method, { ...params, _meta: claim }),
  headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": method },
});

describe("JSON to any client that accepts it", () => {
  const messages = {
    "a usual call": callOf("get_leaves", december),
    "what the SDK answers": asking("prompts/list"),
    "the beginning": asking("initialize", {
      ...{ protocolVersion: "2025-06-18", capabilities: {} },
      clientInfo: { name: "test", version: "1" },
    }),
    "a batch": [callOf("get_leaves", december), asking("prompts/list")],
  };

  it.each(Object.entries(messages))("200 to %s, whatever the form of Accept", async (_, body) => {
    const expected = await send(body);
    expect(expected.status).toBe(200);
    for (const accept of [
      "*/*",
      "application/*",
      "application/json",
      "APPLICATION/JSON, Text/Event-Stream",
      "application/json;q=0.9, */*;q=0.1",
      "",
    ]) {
      const { status, json, headers } = await send(body, { headers: { accept } });
      expect([status, json], accept).toEqual([200, expected.json]);
      expect(headers.get("content-type")).toBe("application/json");
    }
  });

  it.each(["text/html", "text/event-stream", "application/json;q=0"])("406 to %s", async (accept) => {
    for (const body of [messages["a usual call"], messages["a batch"]]) {
      const { status, json } = await send(body, { headers: { accept } });
      expect([status, json.id]).toEqual([406, null]);
      expect(json.error.message).toBe(
        "This server answers with application/json, which Accept must let through.",
      );
    }
  });

  it("200 to application/json in any case and with parameters", async () => {
    for (const type of ["Application/JSON", 'application/json; charset="UTF-8"']) {
      const reply = await send(messages["a usual call"], { headers: { "content-type": type } });
      expect(reply.status).toBe(200);
    }
  });
});

describe("/mcp/ is /mcp", () => {
  it("200 with a token", async () => {
    const call = callOf("get_leaves", december);
    expect((await send(call, { after: "/" })).json).toEqual((await send(call)).json);
  });

  it("401 with the same challenge, 404 one slash further", async () => {
    const challenge = async (after: string) => {
      const { status, headers } = await postMcp(services, { body: callOf("get_leaves"), after });
      return [status, headers.get("www-authenticate")];
    };
    expect(await challenge("/")).toEqual(await challenge(""));
    expect(await challenge("/")).toEqual([401, expect.stringContaining('/oauth-protected-resource/mcp"')]);
    expect((await send(callOf("get_leaves"), { after: "//" })).status).toBe(404);
  });
});

describe('"arguments": null is no arguments', () => {
  it.each([
    ["a tool", asking("tools/call", { name: "get_workspace_info", arguments: null })],
    ["a prompt", asking("prompts/get", { name: "coverage-next-week", arguments: null })],
    ["one of a batch", [asking("tools/call", { name: "get_workspace_info", arguments: null })]],
  ])("200 of %s", async (_, body) => {
    const { status, json } = await send(body);
    const [message] = [json].flat();
    expect([status, message.error, message.result.isError]).toEqual([200, undefined, undefined]);
  });

  it("200 of 2026-07-28", async () => {
    const { body, headers } = modern("tools/call", { name: "get_workspace_info", arguments: null });
    const { status, json } = await send(body, {
      headers: { ...headers, "mcp-name": "get_workspace_info" },
    });
    expect([status, json.error]).toEqual([200, undefined]);
  });
});

describe("an id comes back as it was sent", () => {
  const ids = [
    ...["9007199254740993", "-9007199254740995", "12345678901234567890123", "1e400", "9007199254740992.0"],
    ...["9007199254740991", "0", "-1", '"9007199254740993"', '"a \\"text\\""'],
  ];
  const idOf = ({ text }: McpReply): string =>
    /"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|[^,}\]]+)/.exec(text)?.[1] ?? text;

  it.each(ids)("%s", async (id) => {
    for (const rest of [
      '"method":"tools/call","params":{"name":"get_workspace_info"}',
      '"method":"prompts/list"',
      '"method":"no/such"',
      '"method":"tools/call","params":{"name":"no_such_tool","arguments":{"id":9007199254740997}}',
    ]) {
      const reply = await send(`{"jsonrpc":"2.0", "id" : ${id} ,${rest}}`);
      expect(idOf(reply), rest).toBe(id);
    }
  });

  it("of 2026-07-28, in JSON and in a stream", async () => {
    for (const [method, params] of [
      ["tools/list", {}],
      ["subscriptions/listen", { notifications: { toolsListChanged: true } }],
    ] as const) {
      const { body, headers } = modern(method, params);
      const text = JSON.stringify({ ...body, id: "ID" }).replace('"ID"', "9007199254740993");
      const { status, text: answer } = await send(text, { headers });
      expect([status, answer]).toEqual([200, expect.stringContaining('"id":9007199254740993')]);
    }
  });

  it("each of a batch, the last of two names, and no nested ones", async () => {
    const call = (id: string) =>
      `{"jsonrpc":"2.0","params":{"name":"get_workspace_info","_meta":{"id":9007199254740999}},${id},"method":"tools/call"}`;
    const large = ['"id":9007199254740993', '"id":1,"\\u0069d":9007199254740995', '"id":2'];
    const { json, text } = await send(`[3,${large.map(call).join(",")}]`);
    expect(json).toHaveProperty("error");
    const good = await send(`[${large.map(call).join(",")}]`);
    expect([...good.text.matchAll(/"id":(\d+)/g)].map(([, id]) => id)).toEqual([
      "9007199254740993",
      "9007199254740995",
      "2",
    ]);
    expect(text).not.toContain("9007199254740999");
  });
});

describe("faults are reported in our words", () => {
  const wrong: [string, unknown, RegExp][] = [
    ["no name", asking("tools/call", {}), /^Invalid params: params\.name: Is required\.$/],
    ["no parameters", asking("tools/call"), /^Invalid params: params: Is required\.$/],
    ["a name that is none", asking("tools/call", { name: 1 }), /params\.name: Must be a string\.$/],
    [
      "arguments in a list",
      asking("tools/call", { name: "get_leaves", arguments: [] }),
      /params\.arguments: /,
    ],
    ["no address", asking("resources/read", {}), /^Invalid params: params\.uri: Is required\.$/],
    ["another tool", callOf("no_such_tool"), /^This tool does not exist\. Ask tools\/list\.$/],
  ];

  it.each(wrong)("-32602 to %s", async (_, body, words) => {
    for (const [one, message] of [[await send(body), await send([body])]].flatMap(([a, b]) => [
      [a, a?.json],
      [b, [b?.json].flat()[0]],
    ])) {
      expect([one.status, message.error.code]).toEqual([200, -32602]);
      expect(message.error.message).toMatch(words);
    }
  });

  it.each(wrong)("-32602 of 2026-07-28 to %s", async (_, body) => {
    const { method, params } = body as { method: string; params?: { name?: unknown } };
    const { body: message, headers } = modern(method, params ?? {});
    const name: Record<string, string> =
      params?.name === undefined ? {} : { "mcp-name": String(params.name) };
    const { json, text } = await send(message, { headers: { ...headers, ...name } });
    expect(json.error.message).not.toMatch(/[[{]/);
    expect(text).not.toMatch(/invalid_type|\\n/);
  });
});
